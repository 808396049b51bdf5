import fc from 'fast-check'

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
  action: string,
  input: fc.Arbitrary<Record<string, unknown>> = fc.constant({}),
): fc.Arbitrary<Act> => input.map((arguments_) => ({ kind: 'act', action, input: arguments_ }))

const which = fc.integer({ min: -1, max: 30 })
const actOn = (action: string, input: fc.Arbitrary<Record<string, unknown>> = fc.constant({})) =>
  fc.tuple(which, act(action, input)).map(([alias, done]): Act => ({ ...done, alias }))

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

const aliases = fc.oneof(
  act('create_alias', fc.record({ label: words, single_use: fc.boolean() })),
  actOn('suspend_alias'),
  actOn('resume_alias'),
  actOn('delete_alias'),
  actOn('forward_message', mail),
  actOn('reply_message', mail),
)
const billing = fc.oneof(
  act('start_trial', plan),
  act('subscribe', plan),
  act('change_plan', plan),
  act('fail_payment'),
  act('update_card'),
  act('settle_invoice'),
  act('cancel_subscription'),
  act('set_account', forced),
  act('rotate_key'),
  act('revoke_key'),
)
const usage = fc.oneof(
  act(
    'set_usage',
    fc.record({
      burst: fc.integer({ min: 55, max: 61 }),
      burst_resets_in: fc.constantFrom('1ms', '7s', '59999ms', '60s'),
    }),
  ),
  act('set_usage', fc.record({ daily: fc.constantFrom(0, 47, 49, 50, 51, 199, 200) })),
  act('set_usage', fc.record({ forwards: fc.constantFrom(0, 98, 2_499, 2_500, 14_998) })),
)
const faults = fc.oneof(
  act(
    'arm_fault',
    fc.record({ kind: fc.constant('outage'), times: fc.integer({ min: 1, max: 3 }) }),
  ),
  act('arm_fault', fc.record({ kind: fc.constant('outage'), for: fc.constantFrom('10s', '2m') })),
  act(
    'arm_fault',
    fc.record({ kind: fc.constant('draw_collision'), times: fc.integer({ min: 1, max: 5 }) }),
  ),
  act('clear_faults'),
)
const span = fc.constantFrom('0s', '1ms', '999ms', '30s', '60s', '301s', '1h', '25h', '8d')
const time = fc.oneof(
  act('advance_clock', fc.record({ by: span })),
  act('advance_clock', fc.record({ to: fc.constantFrom('burst_reset', 'utc_midnight') })),
  act('freeze_clock'),
)
const running = fc.oneof(
  act('resume_clock'),
  fc
    .constantFrom(1, 400, 999, 1_000, 59_999, 60_000, 3_600_000, -1, -3_600_000)
    .map((ms) => ({ kind: 'wait' as const, ms })),
)
const restart = fc.constant({ kind: 'restart' as const })
const reset = act('reset')

/** Sequences of steps. Over HTTP the machine's clock is real, so no account's clock may run. */
export function steps({ runs }: { runs: boolean }): fc.Arbitrary<Step[]> {
  const one: fc.Arbitrary<Step> = fc.oneof(
    { weight: 12, arbitrary: create },
    { weight: 8, arbitrary: list },
    { weight: 4, arbitrary: walk },
    { weight: 10, arbitrary: aliases },
    { weight: 4, arbitrary: billing },
    { weight: 4, arbitrary: usage },
    { weight: 4, arbitrary: faults },
    { weight: 5, arbitrary: time },
    { weight: runs ? 4 : 0, arbitrary: running },
    { weight: 1, arbitrary: restart },
    { weight: 1, arbitrary: reset },
  )
  return fc.array(one, { minLength: 1, maxLength: 60, size: 'max' })
}
