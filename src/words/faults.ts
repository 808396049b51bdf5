import { errors, type ErrorName } from '../contract/errors.ts'
import type { DelayTimes } from '../contract/delay-times.ts'
import type { FaultKind } from '../contract/faults.ts'
import { countOf, toNumber } from './numbers.ts'
import { operationNouns } from './operations.ts'
import { outcomeLabel } from './outcomes.ts'
import { spanOf } from './times.ts'

/** An armed fault, or the arguments that arm one. */
export type FaultWords = Readonly<{
  kind: FaultKind
  operation?: string | undefined
  times?: number | string | undefined
  skip?: number | undefined
  for?: string | number | undefined
  ms?: DelayTimes | undefined
  after?: boolean | undefined
  status?: number | undefined
  headers?: object | undefined
  body?: string | undefined
  json?: unknown
  retry_after?: number | undefined
}>

type Option = readonly [kind: FaultKind, label: string]

const groups = {
  error: 'Answer with an error of the API',
  lost: 'The answer gets lost',
  broken: 'The network or the service misbehaves',
} as const

type Row = {
  group: keyof typeof groups
  /** Set if only creations can meet it. */
  isOnlyForCreations?: true
  /** What it happens to, where that is no call. */
  nouns?: readonly [one: string, many: string]
  /** What happens to a call: the form for one, and the form for several. */
  does: (fault: FaultWords) => readonly [one: string, many: string]
}

/** A documented error that is forced. */
const error = (kind: ErrorName & FaultKind, more: Partial<Row> = {}): Row => ({
  group: 'error',
  does: () => [`gets ${errorOf(kind)}`, `get ${errorOf(kind)}`],
  ...more,
})
const onlyCreations = { isOnlyForCreations: true } as const

/** What can go wrong, in words: the one table of it, in the order of a list. */
const rows: Readonly<Record<FaultKind, Row>> = {
  invalid_key: error('invalid_key'),
  plan_required: error('plan_required'),
  plan_past_due: error('plan_past_due'),
  plan_canceled: error('plan_canceled'),
  collision: error('collision', onlyCreations),
  burst: error('burst'),
  daily_cap: error('daily_cap', onlyCreations),
  outage: error('outage'),
  drop_after: {
    group: 'lost',
    does: () => [
      'takes effect, but its answer gets lost',
      'take effect, but their answers get lost',
    ],
  },
  drop_before: {
    group: 'lost',
    does: () => [
      'loses its connection before taking effect',
      'lose their connection before taking effect',
    ],
  },
  delay: {
    group: 'broken',
    does: ({ ms = 0 }) => {
      const late = `answered ${lateness(ms)}`
      return [`is ${late}`, `are ${late}`]
    },
  },
  hang: {
    group: 'broken',
    does: ({ after }) =>
      after
        ? ['takes effect, but gets no answer at all', 'take effect, but get no answer at all']
        : ['gets no answer at all', 'get no answer at all'],
  },
  truncate: {
    group: 'broken',
    does: () => [
      'takes effect, but its answer is cut off',
      'take effect, but their answers are cut off',
    ],
  },
  garbage: {
    group: 'broken',
    does: ({ status = 502 }) => [
      `gets the error page of a proxy (${status})`,
      `get the error page of a proxy (${status})`,
    ],
  },
  server_error: {
    group: 'broken',
    does: ({ status = 500, after }) =>
      after
        ? [
            `takes effect, but gets ${status} Server error`,
            `take effect, but get ${status} Server error`,
          ]
        : [`gets ${status} Server error`, `get ${status} Server error`],
  },
  answer: {
    group: 'broken',
    does: ({ status = 200, after }) => {
      const [first, many] = after ? ['takes effect, but ', 'take effect, but '] : ['', '']
      const own = `${status}, an answer of your own`
      return [`${first}gets ${own}`, `${many}get ${own}`]
    },
  },
  draw_collision: {
    group: 'broken',
    ...onlyCreations,
    nouns: ['draw of a random address', 'draws of a random address'],
    does: () => ['finds an address that is taken', 'find an address that is taken'],
  },
}

/** `3 seconds late`, `between 50 milliseconds and 3 seconds late, in turn`. */
function lateness(ms: DelayTimes): string {
  const span = (each: number) => spanOf(each < 1_000 ? `${each}ms` : `${each / 1_000}s`)
  if (typeof ms === 'number') return `${span(ms)} late`
  if (Array.isArray(ms)) {
    const [least, most] = [Math.min(...ms), Math.max(...ms)]
    return least === most ? `${span(most)} late` : `${span(least)} to ${span(most)} late, in turn`
  }
  return `late: half of them by at most ${span(ms.p50)}, 99 of 100 by at most ${span(ms.p99)}`
}

const kinds = Object.keys(rows) as FaultKind[]

/** What can go wrong, as groups of a list. */
export const faultGroups: readonly (readonly [group: string, options: readonly Option[]])[] = (
  Object.keys(groups) as (keyof typeof groups)[]
).map((group) => [
  groups[group],
  kinds
    .filter((kind) => rows[kind].group === group)
    .map((kind) => [kind, group === 'error' ? errorOf(kind) : outcomeLabel(kind)]),
])

/** `503 Service unavailable`. */
function errorOf(kind: FaultKind): string {
  return `${errors[kind as ErrorName].status} ${outcomeLabel(kind)}`
}

/** Whether only creations can meet this kind. */
export function isOnlyForCreations(kind: FaultKind): boolean {
  return rows[kind].isOnlyForCreations ?? false
}

function predicateOf(fault: FaultWords, isOne: boolean): string {
  const [one, many] = rows[fault.kind].does(fault)
  return isOne ? one : many
}

function nounsOf({ kind, operation }: FaultWords): readonly [one: string, many: string] {
  return rows[kind].nouns ?? operationNouns(isOnlyForCreations(kind) ? 'create' : operation)
}

/**
 * What an armed fault does: `the next 2 creations after 3 that pass get 503 Service unavailable`, without
 * a capital letter and a full stop. `until` is the time of day at which it ends, where that is known.
 */
export function faultSentence(fault: FaultWords, until?: string): string {
  const [one, many] = nounsOf(fault)
  const { skip = 0 } = fault
  const lasts =
    until !== undefined
      ? `until ${until}, `
      : fault.for === undefined
        ? ''
        : `for ${spanOf(fault.for)}, `
  const times = fault.times ?? (lasts === '' ? 1 : 'always')
  if (typeof times === 'string') {
    const which = skip > 0 ? ` after the next ${toNumber(skip)}` : ''
    const open = lasts === '' ? 'until you stop it, ' : lasts
    return `${open}every ${one}${which} ${predicateOf(fault, true)}`
  }
  const passing =
    skip === 0 ? '' : ` after ${toNumber(skip)} that ${skip === 1 ? 'passes' : 'pass'}`
  const counted = times === 1 ? one : `${toNumber(times)} ${many}`
  const which = lasts === '' ? `the next ${counted}` : `at most ${countOf(times, one, many)}`
  return `${lasts}${which}${passing} ${predicateOf(fault, times === 1)}`
}

/** The longest Retry-After of a 429: the length of the minute. */
const MINUTE_SECONDS = 60

/**
 * What a client can read from the answer of this fault, which lasts for so many seconds, if it lasts for a time; "" if
 * there is nothing to say.
 */
export function faultNote(
  { kind, retry_after: wait }: FaultWords,
  seconds: number | undefined,
): string {
  switch (kind) {
    case 'burst':
      if (wait !== undefined) return `Retry-After counts down from ${toNumber(wait)}, then again.`
      if (seconds === undefined) {
        return 'Retry-After counts down from what is left of the minute, or from 60.'
      }
      return seconds > MINUTE_SECONDS
        ? 'Retry-After is 60, and counts down in the last minute.'
        : `Retry-After counts down from ${toNumber(Math.max(1, Math.ceil(seconds)))}.`
    case 'outage':
      return `Retry-After is always ${toNumber(wait ?? errors.outage.retryAfter)}.`
    case 'daily_cap':
      return 'There is no Retry-After: the day ends at 00:00 UTC.'
    case 'draw_collision':
      return 'A creation draws up to three times; the client notices only three taken addresses in a row.'
    default:
      return ''
  }
}
