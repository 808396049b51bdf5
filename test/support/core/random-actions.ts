import fc from 'fast-check'
import { actionNames, type ActionName } from '../../../src/contract/actions.ts'
import { choiceIds, valuesOf, type Choices } from '../../../src/contract/choices/choices.ts'
import { ActionError } from '../../../src/contract/control/action-error.ts'
import type { Sandbox } from '../../../src/core/sandbox.ts'
import { callCore } from './core-call.ts'
import { MACHINE_MS } from './core-sandbox.ts'

/** A step on account `default`: a call of `/v1` or an action. */
export type Step = { call: { method?: string; query?: string; body?: string } } | Act
type Act = { action: string; input: object }

const none = fc.constant({})
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

/** Arguments of each action; with some of them it is refused. */
const inputs: Record<ActionName, fc.Arbitrary<object>> = {
  advance_clock: fc.oneof(
    fc.record({ by: fc.constantFrom('0s', '1ms', '59s', '25h', '9d', '40d') }),
    fc.record({ to: fc.constantFrom('burst_reset', 'utc_midnight', 'next_event') }),
  ),
  freeze_clock: none,
  resume_clock: input({ scale: fc.constantFrom(1, 60) }),
  start_trial: plan,
  subscribe: plan,
  change_plan: plan,
  fail_payment: input({ when: fc.constantFrom('now', 'next_charge') }),
  update_card: none,
  settle_invoice: none,
  cancel_subscription: none,
  set_account: input({
    plan: fc.constantFrom('free', 'plus', 'pro'),
    billing: fc.constantFrom('active', 'trialing', 'past_due', 'canceled'),
  }),
  rotate_key: none,
  revoke_key: none,
  create_alias: input({ label: fc.string(), expires_at: fc.constantFrom('+1m', '-1m') }),
  suspend_alias: byId,
  resume_alias: byId,
  delete_alias: byId,
  configure_replies: byId,
  populate_aliases: fc.record({ count: fc.integer({ min: 1, max: 4 }) }),
  forward_message: mail,
  deliver_mail: input({
    to: fc.oneof(
      oneId.map((id) => `${id}@alias-sandbox.example`),
      fc.constantFrom('A+x@Alias-Sandbox.example', 'a@elsewhere.example'),
    ),
    from: fc.constantFrom('shop@example.com', 'x@y.example'),
    attachments: fc.constant([{ name: 'a.txt', content: 'YQ==' }]),
    subject: fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .map((text) => text.replace(/\p{Cc}/gu, '')),
    text: fc.oneof(
      fc.string(),
      fc.constantFrom('Your code is 482913', '{"api_key":"am_live_9f8e7d6c5b4a3f2e1d0c"}'),
    ),
    html: fc.constantFrom(
      '<p>Hello</p>',
      '<a href="https://example.com/?token=9f8e7d6c5b4a3f2e1d0c">',
    ),
  }),
  reply_message: mail,
  compose_message: mail,
  set_usage: input({
    burst: whole(70),
    burst_resets_in: fc.constantFrom('5s', '40s'),
    daily: whole(60),
    forwards: whole(16_000),
    referral_bonus: whole(100),
  }),
  set_choices: fc.oneof(someChoices, oneChoice),
  arm_fault: fc.record({
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
  clear_faults: input({
    kind: fc.constantFrom('outage', 'burst'),
    id: fc.constantFrom('fault_1', 'fault_9'),
  }),
  load_scenario: fc.record({
    scenario: fc.constantFrom('plus', 'past_due', 'key_rotated', 'suspended_mix', 'nope'),
  }),
  reset: none,
}
export const actions: fc.Arbitrary<Act> = fc.oneof(
  ...actionNames.map((action) => inputs[action].map((given): Act => ({ action, input: given }))),
)

/** Random actions and calls of every kind; some of them are refused. */
export const steps = fc.array(
  fc.oneof({ weight: 1, arbitrary: calls }, { weight: 3, arbitrary: actions }),
  { maxLength: 25 },
)

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
