import fc from 'fast-check'
import { choiceIds, valuesOf, type Choices } from '../../../src/contract/choices/choices.ts'
import { ActionError } from '../../../src/contract/control/action-error.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { callCore } from './core-call.ts'
import { MACHINE_MS } from './core-sandbox.ts'

/** A step on account `default`: a call of `/v1` or an action. */
export type Step = { call: { method?: string; query?: string; body?: string } } | Act
type Act = { action: string; input: object }

const act = (action: string, input: fc.Arbitrary<object> = fc.constant({})) =>
  input.map((arguments_): Act => ({ action, input: arguments_ }))
const oneId = fc.constantFrom('a', 'b', 'c', 'd', 'once')
const byId = fc.record({ id: oneId })
const mail = fc.record({ id: oneId, count: fc.integer({ min: 1, max: 2_000 }) })
const plan = fc.record({ plan: fc.constantFrom('plus', 'pro') })
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const whole = (max: number) => fc.integer({ min: 0, max })
const input = (model: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(model, { requiredKeys: [] })

/** Some choices, with any of their values. */
export const someChoices = input(
  Object.fromEntries(choiceIds.map((id) => [id, fc.constantFrom(...valuesOf(id))])),
) as fc.Arbitrary<Partial<Choices>>
const oneChoice = fc
  .constantFrom(...choiceIds)
  .chain((id) => fc.constantFrom(...valuesOf(id)).map((value) => ({ [id]: value })))

const calls: fc.Arbitrary<Step> = fc.constantFrom<Step>(
  { call: {} },
  { call: { body: '{"label":"x"}' } },
  { call: { body: '{"expires_at":1772367000}' } },
  { call: { body: '{' } },
  { call: { method: 'GET' } },
  { call: { method: 'GET', query: 'limit=2' } },
  { call: { method: 'GET', query: 'limit=0' } },
  { call: { method: 'DELETE' } },
)

const acts: fc.Arbitrary<Act> = fc.oneof(
  act('advance_clock', fc.record({ by: fc.constantFrom('0s', '1ms', '59s', '25h', '9d', '40d') })),
  act(
    'advance_clock',
    fc.record({ to: fc.constantFrom('burst_reset', 'utc_midnight', 'next_event') }),
  ),
  act('freeze_clock'),
  act('resume_clock', input({ scale: fc.constantFrom(1, 60) })),
  act('start_trial', plan),
  act('subscribe', plan),
  act('change_plan', plan),
  act('fail_payment', input({ when: fc.constantFrom('now', 'next_charge') })),
  act('update_card'),
  act('settle_invoice'),
  act('cancel_subscription'),
  act(
    'set_account',
    input({
      plan: fc.constantFrom('free', 'plus', 'pro'),
      billing: fc.constantFrom('active', 'trialing', 'past_due', 'canceled'),
    }),
  ),
  act('rotate_key'),
  act('revoke_key'),
  act('create_alias', input({ label: fc.string(), expires_at: fc.constantFrom('+1m', '-1m') })),
  act('suspend_alias', byId),
  act('resume_alias', byId),
  act('delete_alias', byId),
  act('configure_replies', byId),
  act('populate_aliases', fc.record({ count: fc.integer({ min: 1, max: 4 }) })),
  act('forward_message', mail),
  act('reply_message', mail),
  act('compose_message', mail),
  act(
    'set_usage',
    input({
      burst: whole(70),
      burst_resets_in: fc.constantFrom('5s', '40s'),
      daily: whole(60),
      forwards: whole(16_000),
      referral_bonus: whole(100),
    }),
  ),
  act('set_choices', someChoices),
  act('set_choices', oneChoice),
  act(
    'arm_fault',
    fc.record({
      kind: fc.constantFrom(
        'outage',
        'burst',
        'daily_cap',
        'draw_collision',
        'drop_after',
        'delay',
        'nonsense',
      ),
      times: some(fc.integer({ min: 1, max: 3 })),
      skip: some(whole(2)),
      for: some(fc.constant('30s')),
    }),
  ),
  act(
    'clear_faults',
    input({ kind: fc.constantFrom('outage', 'burst'), id: fc.constantFrom('fault_1', 'fault_9') }),
  ),
  act(
    'load_scenario',
    fc.record({
      scenario: fc.constantFrom('plus', 'past_due', 'key_rotated', 'suspended_mix', 'nope'),
    }),
  ),
  act('reset'),
)

/** Random actions and calls of every kind; some of them are refused. */
export const steps = fc.array(
  fc.oneof({ weight: 1, arbitrary: calls }, { weight: 3, arbitrary: acts }),
  { maxLength: 25 },
)
export const actions = acts

/** Runs the step; returns the error if an action was refused. */
export function doStep(sandbox: Sandbox, step: Step, machineMs = MACHINE_MS): ActionError | null {
  const account = sandbox.account('default')
  if ('call' in step) {
    callCore(sandbox, { ...step.call, key: account.state.key.current, machineMs })
    return null
  }
  try {
    sandbox.perform(account, step.action, step.input, machineMs)
    return null
  } catch (error) {
    if (error instanceof ActionError) return error
    throw error
  }
}
