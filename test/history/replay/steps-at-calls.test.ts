import { describe, expect, it } from 'vitest'
import { isAction, msOf } from '../../../src/contract/history/entry-types.ts'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { toAccountView } from '../../../src/control/views/account-view.ts'
import { readSession } from '../../../src/history/session/read-session.ts'
import { replaySession } from '../../../src/history/session/replay-session.ts'
import { toSessionText } from '../../../src/history/session/write.ts'
import { sampleTexts } from '../../../src/node/files/sample-texts.ts'
import { historyOf } from '../../support/history/exported.ts'
import { callCore, type CoreCall } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'
import { undoIn } from '../../../src/history/replay/undo.ts'
import { becomes, stateOf } from '../../support/core/states.ts'

const plus: Scenario = { account: { plan: 'plus', billing: 'active' } }
const started = (timeline: Scenario['timeline'], more: Scenario = {}) =>
  coreSandbox({ ...plus, ...more, timeline })
const outcomes = (sandbox: Sandbox, ...calls: CoreCall[]) =>
  calls.map((call) => callCore(sandbox, call).outcome)
const list: CoreCall = { method: 'GET' }
const idsOf = (sandbox: Sandbox) =>
  sandbox
    .account('default')
    .history.entries()
    .map(({ id }) => id)

describe('a step of the timeline at a call', () => {
  it('happens right before that call, which stands after it in the history', () => {
    const sandbox = started([{ at_call: 2, do: 'fail_payment' }])
    expect(outcomes(sandbox, {}, {}, {})).toEqual(['created', 'plan_past_due', 'plan_past_due'])
    expect(idsOf(sandbox)).toEqual(['start_1', 'req_1', 'evt_1', 'act_1', 'req_2', 'req_3'])
    const [event, action] = sandbox.account('default').history.entries().slice(2)
    expect(event).toMatchObject({ event: 'timeline', during: 'req_2' })
    expect(action).toMatchObject({ action: 'fail_payment', origin: 'timeline', result: {} })
  })

  it('counts only the calls of its operation', () => {
    const sandbox = started([{ at_call: 2, operation: 'list', do: 'fail_payment' }])
    expect(outcomes(sandbox, {}, list, {}, list)).toEqual([
      'created',
      'listed',
      'created',
      'plan_past_due',
    ])
  })

  it('arms a fault for an operation at a call of that operation', () => {
    const fault = { do: 'arm_fault', kind: 'outage', times: 2, operation: 'create' } as const
    const sandbox = started([{ at_call: 2, ...fault }])
    expect(outcomes(sandbox, {}, list, {}, list, {}, {})).toEqual([
      'created',
      'listed',
      'outage',
      'listed',
      'outage',
      'created',
    ])
  })

  it.each(['rotate_key', 'revoke_key'] as const)(
    'refuses the call that %s comes before',
    (action) => {
      expect(outcomes(started([{ at_call: 1, do: action }]), {})).toEqual(['invalid_key'])
    },
  )

  it('can mean the first and the last alias, which nobody could name before', () => {
    const sandbox = started([
      { at_call: 4, do: 'suspend_alias', id: '{first}' },
      { at_call: 4, do: 'delete_alias', id: '{last}' },
    ])
    const made = [1, 2, 3].map(() => callCore(sandbox).effect)
    callCore(sandbox, list)
    const left = sandbox.account('default').aliases.all()
    expect(left.map(({ status }) => status)).toEqual(['suspended', 'active'])
    expect(made.slice(0, 2)).toEqual(left.map(({ id }) => ({ kind: 'created', alias: id })))
  })

  it('changes nothing when it is refused, and later ones happen', () => {
    const sandbox = started([
      { at_call: 1, do: 'delete_alias', id: '{first}' },
      { at_call: 1, do: 'settle_invoice' },
      { at_call: 1, do: 'fail_payment' },
    ])
    expect(outcomes(sandbox, {})).toEqual(['plan_past_due'])
    const actions = sandbox.account('default').history.entries().filter(isAction)
    expect(actions.map(({ refused }) => refused === undefined)).toEqual([false, false, true])
  })

  it('moves the clock before the call is answered', () => {
    const sandbox = started([{ at_call: 2, do: 'advance_clock', by: '1d' }])
    const [first, second] = [callCore(sandbox), callCore(sandbox)]
    expect(msOf(second.at) - msOf(first.at)).toBe(86_400_000)
  })

  it('is foretold, as what the next call would get', () => {
    const sandbox = started([{ at_call: 2, operation: 'create', do: 'fail_payment' }])
    const view = () => toAccountView(sandbox.account('default'))
    expect(view()).toMatchObject({
      steps_at_calls: [{ in_calls: 2, operation: 'create', do: 'fail_payment', arguments: {} }],
      next_call: { create: { status: 200 }, list: { status: 200 } },
    })
    callCore(sandbox)
    expect(view().next_call).toMatchObject({ create: { status: 403 }, list: { status: 200 } })
    expect(outcomes(sandbox, list, {})).toEqual(['listed', 'plan_past_due'])
    expect(view().steps_at_calls).toEqual([])
  })
})

it('is not foretold where it would add a great many aliases each time somebody looks', () => {
  const sandbox = started([{ at_call: 1, do: 'populate_aliases', count: 100_000 }])
  const account = sandbox.account('default')
  expect(toAccountView(account).next_call.list.why).toBe('Lists 0 aliases; this is the last page.')
  expect(account.aliases.size).toBe(0)
  callCore(sandbox, list)
  expect(account.aliases.size).toBe(100_000)
})

describe('steps at calls that have happened', () => {
  const timeline: Scenario['timeline'] = [
    { at_call: 2, do: 'advance_clock', by: '25h' },
    { at_call: 2, do: 'arm_fault', kind: 'outage' },
    { at_call: 3, do: 'fail_payment' },
  ]
  const lived = () => {
    const sandbox = started(timeline)
    outcomes(sandbox, {}, {}, {})
    return sandbox
  }

  it('happen again in a replay of the file, at the same times', () => {
    const sandbox = lived()
    const file = readSession(
      toSessionText(historyOf(sandbox, sandbox.account('default'))),
      'a.json',
    )
    expect(replaySession(file, sampleTexts)).toMatchObject({ answers: 3, equal: 3 })
  })

  it.each(['req_2', 'act_1', 'evt_1', 'evt_2'])(
    'are taken back with their call by an undo to %s, and happen again',
    (to) => {
      const sandbox = lived()
      const before = sandbox.account('default').history.entries()[1]!.at
      undoIn(sandbox, sandbox.account('default'), to, MACHINE_MS)
      expect(sandbox.account('default').now).toBe(msOf(before))
      expect(outcomes(sandbox, {}, {})).toEqual(['outage', 'plan_past_due'])
    },
  )

  it('go on where they were in a state that is saved and loaded', () => {
    const sandbox = started(timeline)
    callCore(sandbox)
    const saved = stateOf(sandbox, MACHINE_MS)
    outcomes(sandbox, {}, {})
    becomes(sandbox, JSON.parse(JSON.stringify(saved)))
    expect(outcomes(sandbox, {}, {})).toEqual(['outage', 'plan_past_due'])
  })

  it('start over with the account', () => {
    const sandbox = lived()
    sandbox.reset(MACHINE_MS)
    expect(outcomes(sandbox, {}, {}, {})).toEqual(['created', 'outage', 'plan_past_due'])
  })
})
