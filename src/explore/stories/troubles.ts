import type { Step } from '../story.ts'

type Act = Pick<Step, 'do' | 'arguments' | 'alias'>

/** Something that can go wrong before a call; its forms stand in order, the mildest first. */
export type Trouble = {
  name: string
  forms: readonly Act[]
  /** Must the client wait without an end of its own? Then a run may take all its time. */
  isEndless?: true
}

const fault = (args: Step['arguments']): Act => ({ do: 'arm_fault', arguments: args })
const act = (name: Act['do'], args: Step['arguments'] = {}, alias?: Act['alias']): Act => ({
  do: name,
  arguments: args,
  ...(alias && { alias }),
})

/** The most that any plan allows: reached whatever the plan. */
const DAILY = 200
const BURST = 60

/** All kinds of trouble, the mildest first: shrinking goes to the first that still shows the problem. */
export const troubles: readonly Trouble[] = [
  {
    name: 'collision',
    forms: [fault({ kind: 'collision' }), fault({ kind: 'collision', times: 2 })],
  },
  {
    name: 'outage',
    forms: [
      fault({ kind: 'outage' }),
      fault({ kind: 'outage', times: 2 }),
      fault({ kind: 'outage', for: '5s' }),
      fault({ kind: 'outage', for: '45s' }),
      fault({ kind: 'outage', for: '90s' }),
    ],
  },
  {
    name: 'burst',
    forms: ['5s', '30s', '60s'].map((in_) =>
      act('set_usage', { burst: BURST, burst_resets_in: in_ }),
    ),
  },
  { name: 'lost', forms: [fault({ kind: 'drop_after' }), fault({ kind: 'drop_before' })] },
  { name: 'cut', forms: [fault({ kind: 'truncate' })] },
  {
    name: 'server_error',
    forms: [
      ...[500, 502, 504].map((status) => fault({ kind: 'server_error', status })),
      ...[500, 502, 504].map((status) => fault({ kind: 'server_error', status, after: true })),
    ],
  },
  {
    name: 'html',
    forms: [502, 504, 200].map((status) => fault({ kind: 'garbage', status })),
  },
  {
    name: 'slow',
    forms: [2_500, 5_500, 10_500, 31_000].map((ms) => fault({ kind: 'delay', ms })),
  },
  { name: 'daily_cap', forms: [act('set_usage', { daily: DAILY })] },
  { name: 'payment', forms: [act('fail_payment', { when: 'now' })] },
  { name: 'canceled', forms: [act('cancel_subscription')] },
  { name: 'key', forms: [act('rotate_key'), act('revoke_key')] },
  {
    name: 'owner',
    forms: [
      act('create_alias', { label: 'made by the owner' }),
      act('suspend_alias', {}, 'last'),
      act('suspend_alias', {}, 'first'),
      act('delete_alias', {}, 'last'),
      act('delete_alias', {}, 'first'),
    ],
  },
  {
    name: 'time',
    forms: [
      act('advance_clock', { by: '1m' }),
      act('advance_clock', { to: 'utc_midnight' }),
      act('advance_clock', { by: '8d' }),
    ],
  },
  { name: 'settled', forms: [act('settle_invoice')] },
  {
    name: 'lasting',
    forms: [
      fault({ kind: 'collision', times: 'always' }),
      fault({ kind: 'outage', for: '2h' }),
      fault({ kind: 'server_error', times: 'always' }),
      fault({ kind: 'drop_before', times: 'always' }),
    ],
    isEndless: true,
  },
  {
    name: 'hang',
    forms: [fault({ kind: 'hang' }), fault({ kind: 'hang', after: true })],
    isEndless: true,
  },
]

/** The number of forms of the trouble that has most. */
export const MAX_FORMS = Math.max(...troubles.map(({ forms }) => forms.length))
