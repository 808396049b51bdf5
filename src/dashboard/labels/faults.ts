import type { Account } from '../../client/account.ts'
import { countOf, toNumber } from './numbers.ts'
import { outcomeLabel } from './outcomes.ts'
import { spanOf } from './times.ts'

export type FaultKind = Parameters<Account['fail']>[0]['kind']

/** An armed fault, or the arguments that arm one. */
export type FaultWords = Readonly<{
  kind: FaultKind
  operation?: string | undefined
  times?: number | string | undefined
  skip?: number | undefined
  for?: string | number | undefined
  ms?: number | undefined
  after?: boolean | undefined
  status?: number | undefined
}>

/** The documented errors, by the status that they are answered with. */
const refusals = {
  invalid_key: 401,
  plan_required: 403,
  plan_past_due: 403,
  plan_canceled: 403,
  collision: 409,
  burst: 429,
  daily_cap: 429,
  outage: 503,
} as const satisfies Partial<Record<FaultKind, number>>

type Refusal = keyof typeof refusals
type Option = readonly [kind: FaultKind, label: string]

/** What can go wrong, as groups of a list. */
export const faultGroups: readonly (readonly [group: string, options: readonly Option[]])[] = [
  [
    'Answer with an error of the API',
    (Object.keys(refusals) as Refusal[]).map((kind) => [kind, errorOf(kind)] as const),
  ],
  [
    'The answer gets lost',
    [
      ['drop_after', 'The answer gets lost, after the call took effect'],
      ['drop_before', 'The connection is lost, before the call took effect'],
    ],
  ],
  [
    'The network or the service misbehaves',
    [
      ['delay', 'Slow by some seconds'],
      ['hang', 'No answer at all'],
      ['truncate', 'Answer cut off'],
      ['garbage', 'Error page of a proxy'],
      ['server_error', 'Server error'],
      ['draw_collision', 'A random address is taken, and drawn again'],
    ],
  ],
]

/** `503 Service unavailable`. */
function errorOf(kind: Refusal): string {
  return `${refusals[kind]} ${outcomeLabel(kind)}`
}

const onlyCreations: readonly FaultKind[] = ['daily_cap', 'collision', 'draw_collision']

/** Whether only creations can meet this kind. */
export function isOnlyForCreations(kind: FaultKind): boolean {
  return onlyCreations.includes(kind)
}

/** What happens to the calls; `one` tells whether the sentence is about one call. */
function predicateOf({ kind, ms = 0, after = false, status }: FaultWords, one: boolean): string {
  const get = one ? 'gets' : 'get'
  const take = one ? 'takes' : 'take'
  const answer = one ? 'its answer' : 'their answers'
  const is = one ? 'is' : 'are'
  switch (kind) {
    case 'drop_after':
      return `${take} effect, but ${answer} ${one ? 'gets' : 'get'} lost`
    case 'drop_before':
      return `${one ? 'loses its' : 'lose their'} connection before taking effect`
    case 'delay':
      return `${is} answered ${spanOf(`${ms / 1_000}s`)} late`
    case 'hang':
      return after ? `${take} effect, but ${get} no answer at all` : `${get} no answer at all`
    case 'truncate':
      return `${take} effect, but ${answer} ${is} cut off`
    case 'garbage':
      return `${get} the error page of a proxy (${status ?? 502})`
    case 'server_error':
      return `${after ? `${take} effect, but ` : ''}${get} ${status ?? 500} Server error`
    case 'draw_collision':
      return `${one ? 'finds' : 'find'} an address that is taken`
    default:
      return `${get} ${errorOf(kind)}`
  }
}

function nounsOf({ kind, operation }: FaultWords): [one: string, many: string] {
  if (kind === 'draw_collision') {
    return ['draw of a random address', 'draws of a random address']
  }
  if (operation === 'create' || isOnlyForCreations(kind)) return ['creation', 'creations']
  return operation === 'list' ? ['list call', 'list calls'] : ['call', 'calls']
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

/** What a client can read from the answer of this fault; "" if there is nothing to say. */
export function faultNote(kind: FaultKind, seconds: number | undefined): string {
  switch (kind) {
    case 'burst':
      if (seconds === undefined) return 'Retry-After says when the minute ends, or 60.'
      return seconds > MINUTE_SECONDS
        ? 'Retry-After is 60, and counts down in the last minute.'
        : `Retry-After counts down from ${toNumber(Math.max(1, Math.ceil(seconds)))}.`
    case 'outage':
      return 'Retry-After is always 30.'
    case 'daily_cap':
      return 'There is no Retry-After: the day ends at 00:00 UTC.'
    case 'draw_collision':
      return 'A creation draws up to three times; the client notices only three taken addresses in a row.'
    default:
      return ''
  }
}
