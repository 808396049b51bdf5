import type { Entry } from '../contract/history/entry.ts'
import { parseJson } from '../contract/values/value-limits.ts'
import type { TimedHistory } from './timed-history.ts'
import type { Coverable } from '../contract/outcomes.ts'

/**
 * The result of an etiquette rule. `advice`: allowed but unwise, or not decidable from outside. A rule
 * that was not exercised never passes.
 */
export type RuleResult = 'pass' | 'fail' | 'advice' | 'not_exercised'

/** Higher is worse. */
export const severity: Record<RuleResult, number> = {
  fail: 3,
  advice: 2,
  pass: 1,
  not_exercised: 0,
}

export type Finding = {
  verdict: RuleResult
  why: string
  /** The behaviour of a careful client here; the rule's own sentence if absent. */
  expected?: string
  /** The calls, actions and events that prove it. */
  entries: readonly Entry[]
  /** The ids of the aliases that it is about. */
  aliases?: readonly string[]
}

/** A breach of a rule by a client, and the sentence of the document that the rule stands on. */
export type BrokenRule = {
  title: string
  sentence: string
  source: string
  /** Rules that one mistake breaks have one pattern; the rule itself if undefined. */
  pattern?: string
}

export type Rule = {
  rule: string
  /** Meets it: an outcome that the client gets, or what it does next. */
  situation: Coverable | 'drop_after' | { next: string }
  title: string
  /** The place in the document that requires it. */
  source: string
  /** The behaviour of a careful client. */
  expected: string
  /** The breach of the rule; undefined for a rule that is only advice. */
  broken?: BrokenRule
  judge: (history: TimedHistory) => Finding
}

export function passed(why: string, entries: readonly Entry[]): Finding {
  return { verdict: 'pass', why, entries }
}

export function failed(why: string, entries: readonly Entry[], expected?: string): Finding {
  return { verdict: 'fail', why, entries, ...(expected && { expected }) }
}

export function advised(why: string, entries: readonly Entry[], expected?: string): Finding {
  return { ...failed(why, entries, expected), verdict: 'advice' }
}

export function notExercised(why: string): Finding {
  return { verdict: 'not_exercised', why, entries: [] }
}

/** The fields of a JSON body; none if it is not a JSON object or exceeds the limits. */
export function parsed(body: string | null): Record<string, unknown> {
  const read = parseJson(body ?? 'null')
  const value: unknown = read.ok ? read.value : null
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}
