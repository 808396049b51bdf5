import fc from 'fast-check'
import { actionNames, actionRow, type ActionName } from '../../src/contract/actions.ts'

/** The key of a call: the current one, the first one of the account, or an unknown one. */
export type KeyUse = 'current' | 'first' | 'unknown'

/** An action. `alias` is the index of its alias in the list; in an empty list the id is unknown. */
export type Act = { kind: 'act'; action: string; input: Record<string, unknown>; alias?: number }

/** A body: fields, with `expiresIn` in seconds from the time of the account, or a raw text. */
export type Body = { fields: Record<string, unknown>; expiresIn?: number } | { text: string }

/** One step on account `default`. */
export type Step =
  | { kind: 'create'; key: KeyUse; body: Body | null }
  /** `cursor`: a text, or the index of an issued cursor. */
  | { kind: 'list'; key: KeyUse; limit: string | null; cursor: string | number | null }
  /** Lists all pages, with an action of `meanwhile` between two of them. */
  | { kind: 'walk'; limit: number; meanwhile: Act[] }
  | Act
  /** The machine's clock moves forward or back. */
  | { kind: 'wait'; ms: number }
  /** Saves the sandbox and loads it into a new one. */
  | { kind: 'restart' }

const act = (
  action: ActionName,
  input: fc.Arbitrary<Record<string, unknown>> = fc.constant({}),
): fc.Arbitrary<Act> => input.map((arguments_) => ({ kind: 'act', action, input: arguments_ }))

const which = fc.integer({ min: -1, max: 30 })
const actOn = (
  action: ActionName,
  input: fc.Arbitrary<Record<string, unknown>> = fc.constant({}),
) => fc.tuple(which, act(action, input)).map(([alias, done]): Act => ({ ...done, alias }))

const key = fc.oneof(
  { weight: 12, arbitrary: fc.constant<KeyUse>('current') },
  { weight: 1, arbitrary: fc.constantFrom<KeyUse>('first', 'unknown') },
)
const words = fc.oneof(fc.constantFrom('', 'shop', 'zoë 🦊 \u0000"\\'), fc.string({ maxLength: 8 }))

/** Both bounds of expires_at, and values around and between them. */
const expiresIn = fc.oneof(
  fc.constantFrom(299, 300, 301, 366 * 86_400, 366 * 86_400 + 1, 0, -1),
  fc.integer({ min: 300, max: 4_000 }),
)
const fields = fc.record({ label: words, note: words, source: words, category: words })
const odd = fc.constantFrom<unknown>(null, 7, true, [], {}, 'x', 1.5)
const oddFields = fc
  .tuple(fc.constantFrom('label', 'note', 'single_use', 'expires_at', 'colour', 'source'), odd)
  .map(([name, value]) => ({ fields: { [name]: value } }))
const body: fc.Arbitrary<Body | null> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: fc.record({ fields }) },
  { weight: 4, arbitrary: fc.record({ fields: fc.record({ label: words }), expiresIn }) },
  { weight: 3, arbitrary: fc.record({ single_use: fc.boolean() }).map((one) => ({ fields: one })) },
  { weight: 2, arbitrary: oddFields },
  {
    weight: 1,
    arbitrary: fc.constantFrom('{', '[]', 'null', '"x"', '{}').map((text) => ({ text })),
  },
)

const create = fc.record({ kind: fc.constant('create' as const), key, body })
const limit = fc.constantFrom(null, '1', '2', '3', '20', '100', '0', '101', '-1', '1.5', '01', 'x')
const cursor = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 5, arbitrary: fc.nat({ max: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom('', 'x', 'MS54LnguMQ', 'null') },
)
const list = fc.record({ kind: fc.constant('list' as const), key, limit, cursor })

const byAnyName = fc.oneof(
  { weight: 3, arbitrary: act('create_alias', fc.record({ label: words })) },
  { weight: 2, arbitrary: actOn('delete_alias') },
)
const walk = fc.record({
  kind: fc.constant('walk' as const),
  limit: fc.constantFrom(1, 2, 3, 7, 20, 100),
  meanwhile: fc.oneof(fc.constant<Act[]>([]), fc.array(byAnyName, { maxLength: 4 })),
})

const plan = fc.record({ plan: fc.constantFrom('plus', 'pro') })
const count = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constantFrom(60, 2_499, 14_999))
const mail = fc.record({ count })
const forced = fc.constantFrom(
  { plan: 'free', billing: 'active' },
  { plan: 'plus', billing: 'trialing' },
  { plan: 'pro', billing: 'past_due' },
  { plan: 'plus', billing: 'canceled' },
)

const span = fc.constantFrom('0s', '1ms', '999ms', '30s', '60s', '301s', '1h', '25h', '8d')

/** How each action is taken; null for one that the model does not know. */
const acts: Record<ActionName, fc.Arbitrary<Act> | null> = {
  advance_clock: act(
    'advance_clock',
    fc.oneof(
      fc.record({ by: span }),
      fc.record({ to: fc.constantFrom('burst_reset', 'utc_midnight') }),
    ),
  ),
  freeze_clock: act('freeze_clock'),
  resume_clock: act('resume_clock'),
  start_trial: act('start_trial', plan),
  subscribe: act('subscribe', plan),
  change_plan: act('change_plan', plan),
  fail_payment: act('fail_payment'),
  update_card: act('update_card'),
  settle_invoice: act('settle_invoice'),
  cancel_subscription: act('cancel_subscription'),
  set_account: act('set_account', forced),
  rotate_key: act('rotate_key'),
  revoke_key: act('revoke_key'),
  create_alias: act('create_alias', fc.record({ label: words, single_use: fc.boolean() })),
  suspend_alias: actOn('suspend_alias'),
  resume_alias: actOn('resume_alias'),
  delete_alias: actOn('delete_alias'),
  configure_replies: null,
  populate_aliases: null,
  forward_message: actOn('forward_message', mail),
  deliver_mail: null,
  reply_message: actOn('reply_message', mail),
  compose_message: null,
  set_usage: act(
    'set_usage',
    fc.oneof(
      fc.record({
        burst: fc.integer({ min: 55, max: 61 }),
        burst_resets_in: fc.constantFrom('1ms', '7s', '59999ms', '60s'),
      }),
      fc.record({ daily: fc.constantFrom(0, 47, 49, 50, 51, 199, 200) }),
      fc.record({ forwards: fc.constantFrom(0, 98, 2_499, 2_500, 14_998) }),
    ),
  ),
  set_choices: null,
  arm_fault: act(
    'arm_fault',
    fc.oneof(
      fc.record({ kind: fc.constant('outage'), times: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ kind: fc.constant('outage'), for: fc.constantFrom('10s', '2m') }),
      fc.record({ kind: fc.constant('draw_collision'), times: fc.integer({ min: 1, max: 5 }) }),
    ),
  ),
  clear_faults: act('clear_faults'),
  load_scenario: null,
  reset: act('reset'),
}

const restart = fc.constant({ kind: 'restart' as const })
const wait = fc
  .constantFrom(1, 400, 999, 1_000, 59_999, 60_000, 3_600_000, -1, -3_600_000)
  .map((ms) => ({ kind: 'wait' as const, ms }))

/** How often an action of each group is taken: after few of billing and keys, most calls are served. */
const often: Record<ReturnType<typeof actionRow>['group'], number> = {
  clock: 4,
  billing: 1,
  key: 1,
  aliases: 4,
  mail: 4,
  usage: 8,
  choices: 1,
  faults: 4,
  whole: 2,
}

function anyAct({ runs }: { runs: boolean }): fc.Arbitrary<Act> {
  const names = actionNames.filter((name) => runs || name !== 'resume_clock')
  return fc.oneof(
    ...names.flatMap((name) => {
      const arbitrary = acts[name]
      return arbitrary ? [{ weight: often[actionRow(name).group], arbitrary }] : []
    }),
  )
}

/** Sequences of steps. Over HTTP the machine's clock is real, so no account's clock may run. */
export function steps({ runs }: { runs: boolean }): fc.Arbitrary<Step[]> {
  const one: fc.Arbitrary<Step> = fc.oneof(
    { weight: 12, arbitrary: create },
    { weight: 8, arbitrary: list },
    { weight: 4, arbitrary: walk },
    { weight: 30, arbitrary: anyAct({ runs }) },
    { weight: runs ? 2 : 0, arbitrary: wait },
    { weight: 1, arbitrary: restart },
  )
  return fc.array(one, { minLength: 1, maxLength: 60, size: 'max' })
}
