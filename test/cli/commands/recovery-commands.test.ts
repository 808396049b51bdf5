import { expect, it } from 'vitest'
import { findWayOut } from '../../../src/cli/sandbox/recovery-commands.ts'
import { checkScenario } from '../../../src/contract/scenario.ts'
import { predict } from '../../../src/core/calls/handle-call.ts'
import { checkKey } from '../../../src/core/account/keys.ts'
import { shippedScenarios } from '../../../src/scenario/catalog.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { runCli } from '../../support/process/run-cli.ts'

const refused = { call: 'POST /v1/aliases', status: 403 }
const answered = { call: 'POST /v1/aliases', status: 200 }

it.each([
  ['an action', [refused, { do: 'settle_invoice' }, answered], ['trigger settle_invoice']],
  [
    'an action with arguments',
    [refused, { do: 'set_usage', daily: 0, burst_resets_in: '2s' }, answered],
    ['trigger set_usage --daily 0 --burst_resets_in 2s'],
  ],
  ['time', [refused, { do: 'advance_clock', by: '20s' }, answered], ['advance 20s']],
  [
    'an instant',
    [refused, { do: 'advance_clock', to: 'utc_midnight' }, answered],
    ['advance utc_midnight'],
  ],
  [
    'what helps, not what was tried before',
    [refused, { do: 'update_card' }, refused, { do: 'settle_invoice' }, answered],
    ['trigger settle_invoice'],
  ],
  [
    'all the time that passes',
    [
      refused,
      { do: 'advance_clock', by: '10m' },
      refused,
      { do: 'advance_clock', by: '5m' },
      answered,
    ],
    ['advance 10m', 'advance 5m'],
  ],
  ['nothing, where none is shown', [refused, { do: 'update_card' }, refused], undefined],
  ['nothing, where all is well', [answered, answered], undefined],
  ['nothing, where an id is needed', [{ do: 'resume_alias', id: '{id}' }, answered], undefined],
  [
    'what is done, not what is refused',
    [{ do: 'start_trial', plan: 'plus', status: 409 }, { do: 'subscribe', plan: 'plus' }, answered],
    ['trigger subscribe --plan plus'],
  ],
])('%s leads out', (_what, steps, way) => {
  const checked = checkScenario({ expect: steps })
  expect(checked.ok && findWayOut(checked.value.expect ?? [])).toEqual(way)
})

it.each(shippedScenarios())(
  'the way out of $name, where it shows one, leads out',
  async (named) => {
    const { url, sandbox } = await freshSandbox({ scenario: named.name })
    const account = sandbox.account('default')
    const { response } = predict(account, 'create', checkKey(account, 'sandbox_default'))
    const way = response.status === 200 ? undefined : findWayOut(named.scenario.expect ?? [])
    if (!way) return
    for (const command of way) {
      const run = await runCli([...command.split(' '), '--url', url])
      expect(run).toMatchObject({ exitCode: 0, stderr: '' })
    }
    const key = account.state.key.current
    const headers = { authorization: `Bearer ${key}` }
    expect((await fetch(`${url}/v1/aliases`, { method: 'POST', headers })).status).toBe(200)
  },
)
