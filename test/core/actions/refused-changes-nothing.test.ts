import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAction } from '../../../src/contract/history/entry-types.ts'
import { actionNames, type ActionName } from '../../../src/contract/actions.ts'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { ActionError } from '../../../src/contract/control/action-error.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { histories, livedSandbox } from '../../support/core/random-lives.ts'
import { wrongActions } from '../../support/core/wrong-actions.ts'
import { runs } from '../../support/runs.ts'
import { becomes, stateOf, type SandboxState } from '../../support/core/states.ts'

// A refused action changes nothing: all checks come before the first change. Events that were due
// have still run; time passes whether or not an action is refused.

/** The only id that can be drawn is taken, and one alias has expired by the time of a reset. */
const start: Scenario = {
  ids: { alphabet: 'a', length: 1 },
  account: { plan: 'plus' },
  usage: { burst: 3, daily: 2, forwards: 2_500 },
  aliases: [
    { id: 'a' },
    { id: 'off', status: 'suspended', suspended_reason: 'abuse' },
    { id: 'once', single_use: true },
    { id: 'dated', expires_at: '2026-03-01T13:00:00Z' },
  ],
  faults: [{ kind: 'outage', operation: 'list', times: 2, for: '2h' }],
  timeline: [{ at: '+3h', do: 'settle_invoice' }],
}
const hour = MACHINE_MS + 3_600_000

/** `default`, which can no longer be reset because its initial aliases have expired, and two others. */
function open(scenario: Scenario = start) {
  const sandbox = coreSandbox(scenario, { maxAccounts: 4 })
  const account = sandbox.account('default')
  sandbox.createAccount({ name: 'other', apiKey: 'sandbox_other' }, MACHINE_MS)
  sandbox.createAccount({}, MACHINE_MS)
  callCore(sandbox)
  if (scenario.ids) sandbox.perform(account, 'rotate_key', {}, MACHINE_MS)
  sandbox.syncClock(account, hour)
  return { sandbox, account }
}

/** Everything in a sandbox: its state and coming events, its journals, and the account of each key. */
function everythingOf(sandbox: Sandbox, machineMs: number) {
  const state = stateOf(sandbox, machineMs)
  return JSON.stringify({
    state,
    requests: sandbox.accounts().map(({ requests }) => [requests.next, requests.entries()]),
    views: sandbox.accounts().map(toAccountView),
    held: heldKeys(state).map((key) => [key, sandbox.keys.has(key)]),
  })
}

const heldKeys = (state: SandboxState) =>
  state.accounts.flatMap(({ key }) => [key.first, key.current, ...key.retired])

function refusalOf(act: () => unknown): ActionError | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    if (error instanceof ActionError) return error
    throw error
  }
}

const statusOf = (act: () => unknown) => refusalOf(act)?.status ?? 'done'

type Refusal = [
  action: ActionName,
  input: object,
  status: number,
  /** Of a conflict its reason, else the field that is wrong. */
  about: string,
  scenario?: Scenario,
]

const free: Scenario = { account: { plan: 'free', trial_used: true } }
const pastDue: Scenario = { account: { billing: 'past_due' } }
const rotated = { account: { key: 'rotated' as const } }

/** Each action with its refusals; the last row of each action is the check that runs last. */
const refusals: Refusal[] = [
  ['advance_clock', { by: '-1s' }, 400, 'by'],
  ['advance_clock', { to: '2026-03-01T12:59:59Z' }, 400, 'to'],
  ['advance_clock', { by: '4000d' }, 400, 'by'],
  ['advance_clock', { to: 'burst_reset' }, 409, 'no_burst_window'],
  ['advance_clock', { to: 'next_event' }, 409, 'no_event', free],
  ['freeze_clock', { at: 'soon' }, 400, 'at'],
  ['freeze_clock', { at: 0 }, 400, 'at'],
  ['resume_clock', { scale: 0 }, 400, 'scale'],
  ['start_trial', { plan: 'free' }, 400, 'plan'],
  ['start_trial', { plan: 'pro' }, 409, 'subscribed'],
  ['start_trial', { plan: 'pro' }, 409, 'trial_used', free],
  ['subscribe', { plan: 'pro', cycle: 'daily' }, 400, 'cycle'],
  ['subscribe', { plan: 'pro' }, 409, 'subscribed'],
  ['change_plan', { plan: 'plus' }, 409, 'same_plan'],
  ['change_plan', { plan: 'plus' }, 409, 'no_subscription', free],
  ['fail_payment', {}, 409, 'no_subscription', free],
  ['fail_payment', {}, 409, 'already_past_due', pastDue],
  ['update_card', { card: 'good' }, 400, 'card'],
  ['settle_invoice', {}, 409, 'no_open_invoice'],
  ['cancel_subscription', {}, 409, 'no_subscription', free],
  ['set_account', { plan: 'pro', billing: 'gone' }, 400, 'billing'],
  ['rotate_key', {}, 409, 'free_plan', free],
  ['revoke_key', {}, 409, 'key_revoked', { account: { key: 'revoked' } }],
  ['create_alias', { label: 'x', expires_at: '-1s' }, 400, 'expires_at'],
  ['create_alias', { label: 'x' }, 409, 'no_free_id'],
  ['suspend_alias', { id: 'nope' }, 404, 'id'],
  ['suspend_alias', { id: 'off', reason: 'again' }, 409, 'alias_not_active'],
  ['resume_alias', { id: 'a' }, 409, 'alias_not_suspended'],
  ['delete_alias', { id: 'dated' }, 404, 'id'],
  ['configure_replies', { id: 'nope', value: 1 }, 404, 'id'],
  ['configure_replies', { id: 'a', value: {} }, 400, 'value'],
  ['populate_aliases', { count: 100_001 }, 400, 'count'],
  ['populate_aliases', { count: 2 }, 409, 'no_free_id'],
  ['forward_message', { id: 'off' }, 409, 'alias_not_active'],
  ['forward_message', { id: 'once', count: 2 }, 409, 'allowance_used'],
  ['deliver_mail', { to: 'a' }, 400, 'to'],
  ['reply_message', { id: 'a' }, 409, 'allowance_used'],
  ['compose_message', { id: 'a', count: 2 }, 409, 'allowance_used'],
  ['set_usage', { burst: 1, daily: 1, referral_bonus: 101 }, 400, 'referral_bonus'],
  ['set_choices', { page_size: 10, list_order: 'random' }, 400, 'list_order'],
  ['arm_fault', { kind: 'delay' }, 400, 'ms'],
  ['clear_faults', { id: 'fault_9' }, 404, 'id'],
  ['load_scenario', { scenario: 'nope' }, 404, 'scenario'],
  [
    'load_scenario',
    { scenario: { aliases: [{ id: 'a' }, { id: 'a' }] } },
    400,
    'scenario.aliases[1].id',
  ],
  [
    'load_scenario',
    { scenario: { ...rotated, populate: 5, aliases: [{ expires_at: '2026-03-01T12:00:00Z' }] } },
    400,
    'aliases[0].expires_at',
  ],
  ['load_scenario', { scenario: { ...rotated, ids: start.ids, populate: 2 } }, 409, 'no_free_id'],
  ['reset', { all: true }, 400, 'all'],
  ['reset', {}, 400, 'aliases[3].expires_at'],
]

describe('an action that is refused changes nothing', () => {
  it.each(refusals)('%s %j: %i %s', (action, input, status, about, scenario) => {
    const { sandbox, account } = open(scenario)
    const before = everythingOf(sandbox, hour)
    const error = refusalOf(() => sandbox.perform(account, action, input, hour))
    expect([error?.status, error?.reason ?? error?.field]).toEqual([status, about])
    expect(everythingOf(sandbox, hour)).toBe(before)
  })

  it('the table above has a refusal for each action', () => {
    const named = new Set(refusals.map(([action]) => action))
    expect(actionNames.filter((name) => !named.has(name))).toEqual([])
  })

  it('whatever the account and the arguments are', () => {
    let refused = 0
    fc.assert(
      fc.property(histories, wrongActions, (history, { account, action, input }) => {
        const sandbox = livedSandbox(history, {}, undefined, coreSandbox(start))
        const chosen = sandbox.accounts()[account % sandbox.accounts().length]!
        const now = chosen.state.clock.machine_ms
        const before = everythingOf(sandbox, now)
        const status = statusOf(() => sandbox.perform(chosen, action, input, now))
        if (status === 'done') return
        refused += 1
        expect(everythingOf(sandbox, now)).toBe(before)
      }),
      { numRuns: runs(500) },
    )
    expect(refused).toBeGreaterThan(runs(50))
  })
})

describe('a refused request for the whole sandbox changes nothing', () => {
  const renamed = (state: SandboxState, name: string) =>
    state.accounts.map((one) => ({ ...one, name }))

  it.each<[what: string, act: (sandbox: Sandbox) => unknown, status: number]>([
    ['a reset that cannot start again', (it) => it.reset(hour), 400],
    ['deleting default', (it) => it.deleteAccount('default'), 409],
    ['deleting nobody', (it) => it.deleteAccount('nobody'), 404],
    ['an account whose name is taken', (it) => it.createAccount({ name: 'other' }, hour), 409],
    [
      'an account whose key is taken',
      (it) => it.createAccount({ apiKey: 'sandbox_other' }, hour),
      409,
    ],
    [
      'an unnamed account that cannot start',
      (it) => it.createAccount({ overrides: { aliases: [{ expires_at: 1 }] } }, hour),
      400,
    ],
    [
      'an account that cannot draw its ids',
      (it) => it.createAccount({ overrides: { ids: start.ids!, populate: 2, ...rotated } }, hour),
      409,
    ],
    [
      'a state with one bad account',
      (it) => {
        const state = stateOf(it, hour)
        becomes(it, { ...state, accounts: [...state.accounts, ...renamed(state, 'default')] })
      },
      400,
    ],
  ])('%s', (_what, act, status) => {
    const { sandbox } = open()
    const before = everythingOf(sandbox, hour)
    expect(statusOf(() => act(sandbox))).toBe(status)
    expect(everythingOf(sandbox, hour)).toBe(before)
    const keys = ['sandbox_other', 'sandbox_default', sandbox.account('default').state.key.current]
    const outcomes = keys.map((key) => callCore(sandbox, { key, machineMs: hour }).why)
    expect(outcomes[0]).toMatch(/^The alias was created/)
    expect(outcomes[1]).toMatch(/was rotated; a newer one replaces it/)
    expect(outcomes[2]).not.toMatch(/key/)
  })
})

describe('what happens although an action is refused', () => {
  const steps = refusals.filter(([, input]) => !('at' in input)) // which says when the step happens
  it.each(steps)('%s %j is refused as a step of a timeline for what it is refused for alone', (action, input, _status, _about, scenario = start) => {
    const recorded = (timeline: object[], act: (sandbox: Sandbox, key: string) => unknown) => {
      const { sandbox, account } = open({ ...scenario, timeline } as Scenario)
      statusOf(() => act(sandbox, account.state.key.current))
      const acts = account.history.entries().filter(isAction)
      return acts.findLast((entry) => entry.action === action)?.refused
    }
    const alone = recorded([], (sandbox) => sandbox.perform(sandbox.account('default'), action, input, hour))
    const step = { do: action, ...input }
    expect(alone).toBeTruthy()
    expect(recorded([{ at: '+1h', ...step }], () => {})).toEqual(alone)
    expect(recorded([{ at_call: 2, ...step }], (sandbox, key) => callCore(sandbox, { key, machineMs: hour }))).toEqual(alone)
  }) // prettier-ignore

  it('a timeline step that fails is reported, and the clock continues', () => {
    const { sandbox, account } = open({
      timeline: [
        { at: '+2h', do: 'settle_invoice' },
        { at: '+2h', do: 'resume_alias', id: 'nope' },
        { at: '+3h', do: 'change_plan', plan: 'pro' },
      ],
    })
    const { fired } = sandbox.perform(account, 'advance_clock', { by: '3h' }, hour)
    expect(fired.events.filter(({ event }) => event === 'timeline')).toMatchObject([
      { do: 'settle_invoice', refused: { message: 'there is no open invoice: billing is active' } },
      { do: 'resume_alias', refused: { message: 'alias "nope" does not exist' } },
      { do: 'change_plan', result: { plan: 'pro' } },
    ])
    expect(account.state).toMatchObject({ plan: 'pro', timeline: [] })
  })

  it('due events have run although the action was refused', () => {
    const { sandbox, account } = open()
    expect(statusOf(() => sandbox.perform(account, 'settle_invoice', {}, hour))).toBe(409)
    expect(account.state.gone.expired).toBe(1)
    expect(account.state.usage.burst).toBeNull()
  })

  it('a key that names a scenario that cannot start creates no account, and the answer says why', () => {
    const over: Scenario = { aliases: [{ expires_at: '2026-03-01T13:00:00Z' }] }
    const catalog = {
      find: (name: string) => (name === 'over' ? over : undefined),
      names: () => [],
    }
    const sandbox = coreSandbox({}, { catalog })
    const { outcome, why } = callCore(sandbox, { key: 'sandbox_over-1', machineMs: hour })
    expect([outcome, why]).toEqual([
      'invalid_key',
      expect.stringMatching(
        /Cannot start an account with scenario over: aliases\[0\].expires_at must be in the future\.$/,
      ),
    ])
    expect(sandbox.accounts()).toHaveLength(1)
    expect(callCore(sandbox, { key: 'sandbox_over-1' }).outcome).toBe('created')
  })
})
