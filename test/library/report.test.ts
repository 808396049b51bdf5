import { describe, expect, it } from 'vitest'
import type { Report } from '../../src/report/report.ts'
import { clientOf } from '../support/http/library-client.ts'
import { transports } from './transports.ts'

const failedIn = ({ etiquette }: Report) =>
  etiquette.filter(({ verdict }) => verdict === 'fail').map(({ rule, why }) => `${rule}: ${why}`)

const inParallel = <Result>(count: number, call: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, call))

describe.each(transports)('the report, %s', (_name, open) => {
  it.each([
    ['past_due', 403],
    ['key_revoked', 401],
    ['outage_blip', 503],
    ['burst_minus_one', 429],
    ['daily_cap_minus_one', 429],
  ])('accuses nobody whose connections another account used before: %s', async (state, refusal) => {
    const sandbox = await open()
    const send = async (method: string, key: string) => {
      const headers = { authorization: `Bearer sandbox_${key}` }
      const response = await fetch(`${sandbox.url}/v1/aliases`, { method, headers })
      await response.text()
      return response.status
    }
    await inParallel(4, () => send('GET', 'plus-b'))
    expect(await inParallel(4, () => send('POST', `${state}-a`))).toContain(refusal)
    expect(failedIn(await sandbox.report())).toEqual([])
  })

  it.each([0, 1, 2, 3])('is the same whatever the test reads between: %i times', async (reads) => {
    const sandbox = await open({ scenario: 'outage_incident' })
    const { url, defaultAccount: account } = sandbox
    const headers = { authorization: `Bearer ${account.apiKey}` }
    const send = async () => (await fetch(`${url}/v1/aliases`, { method: 'POST', headers })).text()
    await send()
    for (let read = 0; read < reads; read += 1) await account.clock.now()
    await account.clock.advance('29s')
    await send()
    const { etiquette } = await account.report()
    expect(etiquette.find(({ rule }) => rule === 'waits_out_outage')).toMatchObject({
      verdict: 'fail',
      why: expect.stringContaining('one connection was in use at a time') as string,
    })
  })

  it('fails in its strict form where there is only advice', async () => {
    const sandbox = await open({ scenario: 'collision' })
    const { defaultAccount } = sandbox
    await clientOf(sandbox).create()
    expect(failedIn(await defaultAccount.report())).toEqual([])
    const strict = ['retries_collision: 1 of 1 not retried']
    expect(failedIn(await defaultAccount.report({ strict: true }))).toEqual(strict)
    const answer = await fetch(`${sandbox.url}/_sandbox/report?strict=true`)
    expect(failedIn((await answer.json()) as Report)).toEqual(strict)
  })
})
