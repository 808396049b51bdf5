import { msOf } from '../contract/history/entry-types.ts'
import type { RequestEntry } from '../contract/history/entry.ts'
import { createFields } from '../contract/shapes.ts'
import { unsetAlias, type NewAlias } from '../core/calls/new-alias.ts'
import { parsed } from './rule.ts'

// When is a call the same as an earlier one? As a request, by what is sent; as a job, by what is wanted.

/**
 * Returns the content of a request, whatever the order of its fields. `expires_at` is left out, because a retry
 * computes it again.
 */
export function contentOf({ request }: RequestEntry): string {
  const { expires_at: expiry, ...fields } = parsed(request.body)
  const isReadable = Object.keys(fields).length > 0 || expiry !== undefined
  const body = isReadable ? inOrder(fields) : (request.body ?? '').trim()
  const query = request.query.split('&').toSorted().join('&')
  return `${request.method} ${request.path}?${query} ${body === '{}' ? '' : body}`
}

/** Fields as a text that does not depend on their order. */
function inOrder(fields: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(fields).toSorted(byName))
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The alias that a creation asks for, but for the time at which it expires: a retry computes that again. */
function wantedBy({ request }: RequestEntry): NewAlias {
  const wanted = unsetAlias()
  const fields = parsed(request.body)
  for (const name of createFields) {
    if (name !== 'expires_at' && fields[name] !== undefined)
      Object.assign(wanted, { [name]: fields[name] })
  }
  return wanted
}

/** Creations with the same text here ask for the same, whatever their spelling, and whatever else they send. */
export function jobOf(call: RequestEntry): string {
  return inOrder(wantedBy(call))
}

/** Do two creations ask for aliases with one label that differ only in their notes or sources? */
export function differsInNotes(...calls: [RequestEntry, RequestEntry]): boolean {
  const [one, other] = calls.map((call) => ({ ...wantedBy(call), note: '', source: '' }))
  const isAlike = one!.label !== '' && inOrder(one!) === inOrder(other!)
  return isAlike && jobOf(calls[0]) !== jobOf(calls[1])
}

/** Is expires_at the same, or is it a time that only moves on with the clock? */
export function hasSameExpiry(first: RequestEntry, call: RequestEntry): boolean {
  const [a, b] = [first, call].map((each) => parsed(each.request.body)['expires_at'])
  if (typeof a !== 'number' || typeof b !== 'number') return JSON.stringify(a) === JSON.stringify(b)
  if (a === b) return true
  const unit = [SECOND, 1].find((each) => Math.abs(a * each - msOf(first.at)) < CLOCK_RANGE_MS)
  const passedMs = msOf(call.at) - msOf(first.at)
  return (
    unit !== undefined &&
    passedMs > 0 &&
    Math.abs((b - a) * unit - passedMs) < MOVED_SECONDS * SECOND
  )
}

const SECOND = 1_000
/** Both times are rounded to whole seconds. */
const MOVED_SECONDS = 1.5
/** Ten years: what is further from now was not computed from the clock. */
const CLOCK_RANGE_MS = 10 * 365 * 86_400 * SECOND
