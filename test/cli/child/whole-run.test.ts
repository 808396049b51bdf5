import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { runCli } from '../../support/process/run-cli.ts'

/** Runs statements that call with an account that its own key created. */
function runs(statements: string): string[] {
  const text = `const url = process.env.ALIAS_SANDBOX_URL
    const call = (path, method = 'GET', body) => fetch(url + path, { method,
      headers: { authorization: 'Bearer sandbox_past_due-mine', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }) })
    const saved = await (await call('/_sandbox/session')).json()
    ${statements}`
  return ['--', process.execPath, '--input-type=module', '-e', text]
}

/** Five for each of the two connections that `fetch` may use, and some more. */
const CALLS = 12
const callsInTurn = (count: number) =>
  `for (let n = 0; n < ${count}; n += 1) await (await call('/v1/aliases')).text()`

/** Breaks a rule, then runs `after`. */
function breaksARule(after: string): string[] {
  return runs(`${callsInTurn(CALLS)}\n${after}`)
}

const goings = [
  ['its account is deleted', `await call('/_sandbox/accounts/past_due-mine', 'DELETE')`],
  [
    'the account is reset',
    `await call('/_sandbox/accounts/past_due-mine/actions/reset', 'POST', {})`,
  ],
  ['everything is reset', `await call('/_sandbox/reset', 'POST', {})`],
  ['a session is loaded', `await call('/_sandbox/session', 'PUT', saved)`],
  [
    'a scenario is loaded',
    `await call('/_sandbox/accounts/past_due-mine/actions/load_scenario', 'POST', { scenario: 'plus' })`,
  ],
  [
    'the requests are cleared',
    `await fetch(url + '/_sandbox/requests', { method: 'DELETE',
      headers: { 'content-type': 'application/json' } })`,
  ],
] as const

describe('exec --verify also judges calls made before', () => {
  it.each(goings)('%s', async (_what, after) => {
    const file = join(freshFolder(), 'report.json')
    const argv = ['exec', '-q', '--verify', '--report', file, ...breaksARule(after)]
    const { exitCode, stderr } = await runCli(argv, process.env)
    expect([exitCode, stderr]).toEqual([
      4,
      expect.stringMatching(/^FAIL {3}does not loop on 403\n[^]*req_4/),
    ])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ calls: CALLS, forgotten: 0 })
  })
})

it.each([
  [
    'the requests were cleared in between',
    `await fetch(url + '/_sandbox/requests', { method: 'DELETE',
      headers: { 'content-type': 'application/json' } })`,
  ],
  [
    'a reset in between was undone',
    `await call('/_sandbox/accounts/past_due-mine/actions/reset', 'POST', {})
    await call('/_sandbox/accounts/past_due-mine/undo', 'POST', {})`,
  ],
])('exec --verify sees a loop also if %s', async (_what, between) => {
  const half = callsInTurn(CALLS / 2)
  const argv = ['exec', '-q', '--verify', ...runs(`${half}\n${between}\n${half}`)]
  const { exitCode, stderr } = await runCli(argv, process.env)
  expect([exitCode, stderr]).toEqual([
    4,
    expect.stringMatching(/^FAIL {3}does not loop on 403\n {7}12 requests/),
  ])
})

it.each(['1', '2', '3'])(
  'exec --verify also judges requests that a history of %s no longer shows',
  async (most) => {
    const file = join(freshFolder(), 'report.json')
    const argv = ['exec', '-q', '--verify', '--max-requests', most, '--report', file]
    const { exitCode } = await runCli([...argv, ...breaksARule('')], process.env)
    expect(exitCode).toBe(4)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ calls: CALLS, forgotten: 0 })
  },
)

it('exec --verify forgets calls of the account that has most, and says how many', async () => {
  // Bodies of 99 kB: the 64 MiB of what a run keeps are full before the other account is called.
  const floods = `const body = JSON.stringify({ label: 'x'.repeat(99_000) })
    const flood = async (key, calls) => {
      const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' }
      for (let n = 0; n < calls; n += 1)
        await (await fetch(url + '/v1/aliases', { method: 'POST', headers, body })).text()
    }
    await flood('sandbox_unlimited', 700)
    await flood('sandbox_past_due-mine', 60)`
  const argv = ['exec', '-q', '--verify', ...breaksARule(floods)]
  const { exitCode, stderr } = await runCli(argv, process.env)
  expect(exitCode).toBe(4)
  expect(stderr).toMatch(/^FAIL {3}does not loop on 403\n[^]*past_due-mine\/req_1 /)
  expect(stderr).toMatch(/^Not judged, because dropped or cleared: \d+ older requests\.\n$/m)
})
