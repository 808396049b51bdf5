import { afterAll, describe, expect, it } from 'vitest'
import { needs } from '../support/tools/needs.ts'
// @ts-expect-error: JavaScript, so that the table of the documentation can be measured with it
import * as table from './table.js'

type Client = { close: () => void }
const { schedules, situations, transports, expectedFor, openClient, verdictOn } = table as {
  schedules: object
  situations: object
  transports: readonly string[]
  expectedFor: (transport: string, schedule: string, situation: string) => string
  openClient: () => Client
  verdictOn: (client: Client, ...of: string[]) => Promise<{ verdict: string; why: string }>
}

const RUNS = 3

describe.each(transports)('the verdict on a client over %s', (transport) => {
  const client = openClient()
  afterAll(() => client.close())
  const tools = needs(...(transport.startsWith('Python') ? ['python3'] : []))

  for (const schedule of Object.keys(schedules)) {
    it.each(Object.keys(situations))(`${schedule}, %s`, tools, async (situation) => {
      const right = expectedFor(transport, schedule, situation)
      for (let run = 0; run < RUNS; run += 1) {
        const { verdict, why } = await verdictOn(client, transport, schedule, situation)
        expect([verdict, why]).toEqual([right, expect.any(String)])
      }
    })
  }
})
