import { expect, it } from 'vitest'
import { findRecoveryCommands } from '../../../src/cli/sandbox/recovery-commands.ts'
import { checkScenario } from '../../../src/contract/scenario/scenario.ts'
import { predict } from '../../../src/core/calls/handle-call.ts'
import { checkKey } from '../../../src/core/account/keys.ts'
import { shippedScenarios } from '../../../src/node/files/scenario-catalog.ts'
import { coreSandbox } from '../../support/core/core-sandbox.ts'
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
])('the recovery commands are %s', (_what, steps, way) => {
  const checked = checkScenario({ expect: steps })
  expect(checked.ok && findRecoveryCommands(checked.value.expect ?? [])).toEqual(way)
})

/** The shipped scenarios that refuse a creation and whose steps show how to recover. */
const recoverable = shippedScenarios().flatMap(({ name, scenario }) => {
  const account = coreSandbox(scenario, { name }).account('default')
  const { response } = predict(account, 'create', checkKey(account, 'sandbox_default'))
  const commands = response.status === 200 ? undefined : findRecoveryCommands(scenario.expect ?? [])
  return commands ? [{ name, commands }] : []
})

it('shipped scenarios show how to recover from a failed payment and a cancellation', () => {
  const names = recoverable.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['past_due', 'canceled']))
})

it.each(recoverable)(
  'the recovery commands of $name make the next creation succeed',
  async (row) => {
    const { url, sandbox } = await freshSandbox({ scenario: row.name })
    for (const command of row.commands) {
      const run = await runCli([...command.split(' '), '--url', url])
      expect(run).toMatchObject({ exitCode: 0, stderr: '' })
    }
    const headers = { authorization: `Bearer ${sandbox.account('default').state.key.current}` }
    expect((await fetch(`${url}/v1/aliases`, { method: 'POST', headers })).status).toBe(200)
  },
)
