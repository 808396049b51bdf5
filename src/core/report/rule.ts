import { callLimits, parseJson } from '../../contract/value-limits.ts'
import type { Entry } from '../record/entry.ts'

/** The result of an etiquette rule; a rule that was not exercised never passes. */
export type RuleResult = 'pass' | 'fail' | 'not_exercised' | 'info'

/** Higher is worse. */
export const severity: Record<RuleResult, number> = { fail: 3, info: 2, pass: 1, not_exercised: 0 }

export type Finding = {
  verdict: RuleResult
  why: string
  /** The calls that prove it. */
  entries: readonly Entry[]
}

export type Rule = {
  rule: string
  title: string
  /** Where the document requires it. */
  source: string
  judge: (entries: readonly Entry[]) => Finding
}

export function passed(why: string, entries: readonly Entry[]): Finding {
  return { verdict: 'pass', why, entries }
}

export function failed(why: string, entries: readonly Entry[]): Finding {
  return { verdict: 'fail', why, entries }
}

export function notExercised(why: string): Finding {
  return { verdict: 'not_exercised', why, entries: [] }
}

/** "1 call", "3 calls". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Are both calls the same request? */
export function isSameRequest(a: Entry, b: Entry): boolean {
  return (
    a.request.method === b.request.method &&
    a.request.path === b.request.path &&
    a.request.query === b.request.query &&
    a.request.body === b.request.body
  )
}

/** How long a call of a parallel worker may have been in flight, in real time. */
const UNDER_WAY_MS = 250

/**
 * Was `later` possibly sent before the client knew the response to `earlier`? Not on the same
 * connection, and not when it was the only open one: such a client makes one call at a time.
 */
export function mayHaveBeenUnderWay(earlier: Entry, later: Entry): boolean {
  const before = earlier.request.connection
  const after = later.request.connection
  if (!before || !after || before.id === after.id || before.open === 1) return false
  return later.machineMs - earlier.machineMs <= UNDER_WAY_MS
}

/** The fields of a JSON body; none if it is not JSON or exceeds the limits. */
export function parsed(body: string | null): Record<string, unknown> {
  const read = parseJson(body ?? 'null', callLimits)
  return ((read.ok ? read.value : null) ?? {}) as Record<string, unknown>
}
