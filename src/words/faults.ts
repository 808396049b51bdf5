import { errors, type ErrorName } from '../contract/errors.ts'
import { faultRanges } from '../contract/fault-ranges.ts'
import type { FaultKind } from '../contract/faults.ts'
import type { FaultField, FaultFields, FieldsOf } from './fault-form.ts'
import { injectedFaults } from './injected-faults.ts'
import { countOf, toNumber } from '../text/numbers.ts'
import { operationNouns } from './operations.ts'
import { outcomeLabel } from './outcomes.ts'
import type { FaultRow, FaultWords } from './rows.ts'

export type { FaultWords } from './rows.ts'
import { spanOf } from './times.ts'

type Option = readonly [kind: FaultKind, label: string]

const groups = {
  error: 'Answer with an error of the API',
  lost: 'The answer gets lost',
  broken: 'The network or the service misbehaves',
} as const satisfies Record<FaultRow['group'], string>

/** A documented error that is forced. */
const error = (kind: ErrorName & FaultKind, more: Partial<FaultRow> = {}): FaultRow => ({
  group: 'error',
  does: () => [`gets ${errorOf(kind)}`, `get ${errorOf(kind)}`],
  ...more,
})
const onlyCreations = { isOnlyForCreations: true } as const

/** For how long a refusal asks to wait. */
const waitFields = {
  fields: {
    retry_after: {
      label: 'Retry-After (empty: as usual)',
      type: 'whole',
      range: faultRanges.retry_after,
      unit: 'seconds',
      isOptional: true,
      initial: '',
    },
  },
} as const

/** The one table of the fault kinds in words, in the order of a list. */
const rows: { readonly [Kind in FaultKind]: FaultRow & FieldsOf<Kind> } = {
  invalid_key: error('invalid_key'),
  plan_required: error('plan_required'),
  plan_past_due: error('plan_past_due'),
  plan_canceled: error('plan_canceled'),
  collision: error('collision', onlyCreations),
  burst: { ...error('burst'), ...waitFields },
  daily_cap: error('daily_cap', onlyCreations),
  outage: { ...error('outage'), ...waitFields },
  ...injectedFaults,
  draw_collision: {
    group: 'broken',
    ...onlyCreations,
    nouns: ['draw of a random address', 'draws of a random address'],
    does: () => ['finds an address that is taken', 'find an address that is taken'],
  },
}

const kinds = Object.keys(rows) as FaultKind[]

/** The fault kinds as groups of a list. */
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

/** The fields of a form for the arguments that only this kind takes, in their order. */
export function faultFields(kind: FaultKind): [name: keyof FaultFields, field: FaultField][] {
  const fields = Object.entries(rows[kind].fields ?? {}) as [keyof FaultFields, FaultField | null][]
  return fields.flatMap(([name, field]) => (field === null ? [] : [[name, field]]))
}

/** Returns the field of a predicted call with the time that this kind takes; undefined if the outcome tells it. */
export function timeTaken(kind: FaultKind): FaultRow['takes'] {
  return rows[kind].takes
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
 * Describes an armed fault, without a capital letter and a full stop: `the next 2 creations after 3 that pass get 503
 * Service unavailable`. `until` is the time of day at which it ends, where that is known.
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
 * Describes the waiting time that a client reads from the answer of this fault; "" if there is nothing to say.
 * `seconds` is how long the fault lasts, if it has an end in time.
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
