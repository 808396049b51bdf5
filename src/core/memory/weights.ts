import type { ApiRequest, ApiResponse } from '../../contract/history/api-message.ts'
import type { AccountState, ArmedFault, StoredAlias } from '../../contract/state/state.ts'

/**
 * What is kept weighs, in bytes, what its kind takes in V8's memory, and its texts. Measured on Node 20 and
 * rounded up.
 */
export const weights = {
  /** Without its aliases, faults, former keys and scenario. */
  account: 5_000,
  /** With its place in the alias store. */
  alias: 256,
  /** The id of an alias that was removed. */
  removed: 100,
  /** A former key, with its entry in the index of keys. */
  key: 200,
  fault: 400,
  call: 600,
  /** The nodes of the alias store as they were before a creation, which a base still holds. */
  creation: 1_000,
  check: 72,
  header: 160,
  refused: 40,
  /** An action, an event, a start or a rewind. */
  entry: 300,
  /** The value of an account between two entries. */
  base: 2_500,
  /** A page of a list with its cursor. */
  page: 200,
  /** The place of a cached text of an alias. */
  cachedText: 100,
  /** The nodes that a change of an alias copies, and the alias as it was. */
  change: 3_000,
} as const

const TEXT = 24
const OBJECT = 56
const FIELD = 16

/** V8 uses two bytes per character as soon as one is beyond Latin-1. */
export function textWeight(text: string): number {
  // From 0x80 on, because how V8 stores Latin-1 depends on where the text came from.
  return TEXT + text.length * (/[\u0080-\uffff]/.test(text) ? 2 : 1)
}

/** Weight of a JSON value with everything in it. */
export function valueWeight(value: unknown): number {
  if (typeof value === 'string') return textWeight(value)
  if (typeof value !== 'object' || value === null) return FIELD
  let weight = OBJECT
  for (const [name, item] of Object.entries(value)) {
    weight += FIELD + (Array.isArray(value) ? 0 : textWeight(name)) + valueWeight(item)
  }
  return weight
}

const known = new WeakMap<object, number>()

/** The same for a value that never changes; it is weighed once, and so is each item of a list. */
function lastingWeight(value: object): number {
  let weight = known.get(value)
  if (weight === undefined) {
    weight = Array.isArray(value) ? sum(value, lastingWeight) : valueWeight(value)
    known.set(value, weight)
  }
  return weight
}

function sum<Item>(items: readonly Item[], weigh: (item: Item) => number): number {
  return items.reduce((weight, item) => weight + weigh(item), 0)
}

// ── accounts ──

/** The fields of an alias that have a text of any length. */
export const textFields = ['label', 'note', 'source', 'category'] as const

export function aliasWeight(texts: Pick<StoredAlias, (typeof textFields)[number]>): number {
  let weight: number = weights.alias
  for (const field of textFields) if (texts[field] !== '') weight += textWeight(texts[field])
  return weight
}

type Fields = Pick<AccountState, 'key' | 'faults' | 'start' | 'timeline' | 'timeline_at_calls'>

/** An account without its aliases. */
export function accountWeight(state: Readonly<Fields>): number {
  return (
    weights.account +
    weights.key * state.key.retired.length +
    scenarioWeight(state) +
    sum(state.faults, faultWeight)
  )
}

function scenarioWeight({ start, timeline, timeline_at_calls: waiting }: Readonly<Fields>): number {
  const steps = lastingWeight(timeline) + (waiting === undefined ? 0 : lastingWeight(waiting.steps))
  return lastingWeight(start) + steps
}

function faultWeight(fault: ArmedFault): number {
  return weights.fault + sentWeight(fault)
}

/** What a fault sends or draws from. */
export function sentWeight(fault: ArmedFault): number {
  let weight = known.get(fault)
  if (weight === undefined) {
    const { headers, body, json, ms } = fault
    weight = sum([headers, body, json, ms], (value) => (isLarge(value) ? valueWeight(value) : 0))
    known.set(fault, weight)
  }
  return weight
}

/** A fault that was counted or has ended sends the same: its body is not read again. */
export function sendsTheSame(fault: ArmedFault, before: ArmedFault): void {
  known.set(fault, sentWeight(before))
}

function isLarge(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null)
}

/** At most what an account holds beside its aliases that it does not share with what it is later. */
export function formerWeight(before: Readonly<Fields>, now: Readonly<Fields>): number {
  const isOther = before.start !== now.start || before.timeline.at(-1) !== now.timeline.at(-1)
  return (isOther ? scenarioWeight(before) : 0) + sum(goneFaults(before, now), faultWeight)
}

function goneFaults(before: Readonly<Fields>, now: Readonly<Fields>): ArmedFault[] {
  if (before.faults === now.faults) return []
  const left = new Map(now.faults.map((fault) => [fault.id, fault]))
  return before.faults.filter(({ id, body, json, headers }) => {
    const fault = left.get(id)
    return fault?.body !== body || fault?.json !== json || fault?.headers !== headers
  })
}

// ── histories ──

type Call = {
  readonly request: Pick<ApiRequest, 'method' | 'path' | 'query' | 'headers' | 'body'>
  readonly response: ApiResponse
  readonly outcome: string
  readonly refused: { readonly field: string } | null | undefined
  readonly why: string
  readonly checks: readonly { readonly detail?: string | undefined }[]
}

/** The headers and the body of a request. */
export function requestWeight({ headers, body }: Pick<ApiRequest, 'headers' | 'body'>): number {
  return headersWeight(headers) + (body === null ? 0 : textWeight(body))
}

/** A call, without what it shares with the one before it: most calls of a client repeat the last one. */
export function callWeight(call: Call, before: Call | undefined): number {
  const { request, response, outcome, refused, why, checks } = call
  const { method, path, query, headers, body } = request
  // Node reads the head of a request as Latin-1; path and query are slices of one text.
  let weight = weights.call + method.length + path.length + query.length + textWeight(why)
  if (body !== null) weight += textWeight(body)
  if (refused) weight += weights.refused + textWeight(refused.field)
  if (outcome === 'created') weight += weights.creation
  if (before?.request.headers !== headers) weight += headersWeight(headers)
  if (before?.response !== response) weight += responseWeight(response)
  if (before?.checks !== checks) weight += checksWeight(checks)
  return weight
}

/** What a call shares with the one before it: the later one has it alone once the earlier one is dropped. */
export function sharedWeight({ request, response, checks }: Call, before: Call): number {
  let weight = 0
  if (request.headers === before.request.headers) weight += headersWeight(request.headers)
  if (response === before.response) weight += responseWeight(response)
  if (checks === before.checks) weight += checksWeight(checks)
  return weight
}

function headersWeight(headers: ApiRequest['headers']): number {
  let weight = 0
  for (const name in headers) {
    const value = headers[name]
    weight += weights.header + name.length + TEXT
    if (typeof value === 'string') weight += value.length
    else for (const text of value ?? []) weight += TEXT + text.length
  }
  return weight
}

function responseWeight(response: ApiResponse): number {
  const { headers } = response
  let weight = 0
  for (const name in headers) weight += weights.header + name.length + headers[name]!.length
  // Where the weight is known, `body` is not read, since that would build a whole page.
  return weight + (response.weight ?? textWeight(response.body))
}

function checksWeight(checks: Call['checks']): number {
  return sum(
    checks,
    ({ detail }) => weights.check + (detail === undefined ? 0 : textWeight(detail)),
  )
}

/** An entry that is not a call, with its values. */
export function entryWeight(...values: readonly unknown[]): number {
  return weights.entry + sum(values, valueWeight)
}
