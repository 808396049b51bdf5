import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { request, sendRaw } from '../../support/http/raw-http.ts'
import { actions } from '../../support/core/random-actions.ts'

const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' as const }
const inMemory = () => ({})
const inFile = () => ({ db: join(freshFolder(), 'db.json') })

describe.each([
  ['in memory', inMemory],
  ['in a file', inFile],
])('%s', (_where, place) => {
  it('concurrent creations stop exactly at the limit', async () => {
    const client = apiClient(await freshSandbox({ ...place(), with: { clock } }))
    const answers = await Promise.all(Array.from({ length: 70 }, () => client.create()))
    const count = (requested: number) => answers.filter(({ status }) => status === requested).length
    expect([count(200), count(429)]).toEqual([50, 20])
    expect(await client.list()).toMatchObject({ status: 429 })
  })

  it('a list contains every alias that was acknowledged before', async () => {
    const client = apiClient(await freshSandbox({ ...place(), with: { clock } }))
    for (let number = 1; number <= 10; number += 1) {
      const { alias } = await client.create()
      expect((await client.list()).aliases).toContainEqual(alias)
    }
  })

  it('a client that closes its side after the request is answered', async () => {
    const { port } = await freshSandbox({ ...place(), with: { clock } })
    const answers = await sendRaw(port, request('POST /v1/aliases', ['Content-Length: 0']))
    expect(answers.map(({ status }) => status)).toEqual([200])
  })

  it('a lost response leaves its alias in the list', async () => {
    const sandbox = await freshSandbox({ ...place(), with: { clock } })
    await controlClient(sandbox).do('arm_fault', { kind: 'drop_after', operation: 'create' })
    await expect(apiClient(sandbox).create()).rejects.toThrow()
    expect((await apiClient(sandbox).list()).aliases).toHaveLength(1)
  })
})

it('a sandbox with a file gives the same answers as one in memory, for any calls and actions', async () => {
  // With a scale the result would depend on real time.
  const steps = fc
    .array(actions, { maxLength: 12 })
    .filter((input) => input.every(({ action }) => action !== 'resume_clock'))
  const transcribe = async (
    options: object,
    input: readonly { action: string; input: object }[],
  ) => {
    const sandbox = await freshSandbox({
      ...options,
      overrides: { clock },
      with: { aliases: [{ id: 'a' }], clock },
    })
    const lines: string[] = []
    for (const step of input) {
      lines.push(JSON.stringify((await controlClient(sandbox).do(step.action, step.input)).body))
      const { api_key } = await controlClient(sandbox).account()
      for (const method of ['POST', 'GET']) {
        const headers = { authorization: `Bearer ${api_key}` }
        const response = await fetch(`${sandbox.url}/v1/aliases`, { method, headers }).catch(
          () => null,
        )
        lines.push(response ? `${response.status} ${await response.text()}` : 'no answer')
      }
    }
    await sandbox.close()
    return lines
  }
  await fc.assert(
    fc.asyncProperty(steps, async (input) => {
      expect(await transcribe(inFile(), input)).toEqual(await transcribe(inMemory(), input))
    }),
    { numRuns: 15 },
  )
})
