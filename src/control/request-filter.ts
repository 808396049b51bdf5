import type { ApiRequest, RequestEntry } from '../contract/history/entry.ts'
import type { requestFilters } from '../contract/control/query-parameters.ts'
import { formatValue } from '../contract/values/invalid-choice.ts'
import { shortKey } from '../contract/values/validation-issue.ts'
import { parseJson } from '../contract/values/value-limits.ts'
import { parseQuery } from '../core/calls/list-request.ts'
import { isNested, isSameJson } from '../text/json-values.ts'
import { maskValue } from '../text/mask-value.ts'
import type { Query } from './query.ts'

/** A value that a call must have to be selected, and the one that it has. */
type Condition = {
  /** The place of the value, such as `body.label`. */
  of: string
  wanted: unknown
  has: (entry: RequestEntry) => unknown
  isMet: (found: unknown) => boolean
}

/** Reads the conditions, those that cost least first. @throws ActionError 400 for an invalid value. */
export function readConditions(query: Query<typeof requestFilters>): Condition[] {
  return [
    ...equal('operation', query.read('operation'), (entry) => entry.operation),
    ...equal('outcome', query.read('outcome'), (entry) => entry.outcome),
    ...equal('status', query.read('status'), ({ response }) => response.status),
    ...fieldsOf(query, 'header', ({ request }, name) => valueOfHeader(request, name), textIn),
    ...fieldsOf(query, 'query', ({ request }, name) => valuesOfQuery(request, name), textIn),
    ...fieldsOf(query, 'body', ({ request }, name) => fieldOfBody(request, name), isSameJson),
  ]
}

/** The first condition that the call does not meet. */
export function unmetBy(
  entry: RequestEntry,
  conditions: readonly Condition[],
): Condition | undefined {
  return conditions.find(({ has, isMet }) => !isMet(has(entry)))
}

/** Tells how the call differs from the conditions; undefined if it meets all of them. */
export function mismatchOf(
  entry: RequestEntry,
  conditions: readonly Condition[],
): string | undefined {
  const unmet = unmetBy(entry, conditions)
  if (!unmet) return undefined
  const { of, wanted, has } = unmet
  const name = of.slice(of.indexOf('.') + 1)
  const shown = (value: unknown) => formatValue(maskValue(value, undefined, name))
  const found = shown(has(entry))
  if (found === shown(wanted))
    return `${shortKey(of)} is ${found}: a different value with the same mask`
  return `${shortKey(of)} is ${found}, not ${shown(wanted)}`
}

function equal(of: string, wanted: unknown, has: Condition['has']): Condition[] {
  return wanted === undefined ? [] : [{ of, wanted, has, isMet: (found) => found === wanted }]
}

/** A parameter whose value is an object: each of its fields must be equal. */
function fieldsOf(
  query: Query<typeof requestFilters>,
  parameter: 'header' | 'query' | 'body',
  has: (entry: RequestEntry, name: string) => unknown,
  isEqual: (found: unknown, wanted: unknown) => boolean,
): Condition[] {
  return Object.entries(query.read(parameter) ?? {}).map(([name, value]) => ({
    of: `${parameter}.${name}`,
    wanted: value,
    has: (entry) => has(entry, name),
    isMet: (found) => isEqual(found, value),
  }))
}

/** Is the text that is wanted there, once or among others? */
function textIn(found: unknown, wanted: unknown): boolean {
  const texts: unknown[] = Array.isArray(found) ? found : [found]
  return texts.includes(typeof wanted === 'number' ? String(wanted) : wanted)
}

function valueOfHeader({ headers }: ApiRequest, name: string): unknown {
  const lower = name.toLowerCase()
  return Object.hasOwn(headers, lower) ? headers[lower] : undefined
}

function valuesOfQuery({ query }: ApiRequest, name: string): unknown {
  const values = parseQuery(query).get(name)
  return values && values.length > 1 ? values : values?.[0]
}

function fieldOfBody({ body: text }: ApiRequest, name: string): unknown {
  const parsed = parseJson(text ?? '')
  const body = parsed.ok ? parsed.value : undefined
  return isNested(body) && Object.hasOwn(body, name) ? body[name] : undefined
}
