import { choiceRow, type ChoiceId } from '../../contract/choices.ts'
import { toEntryId } from '../views/account-view.ts'
import type { Entry } from '../record/entry.ts'
import { coverageOf, type Coverage } from './coverage.ts'
import { lostResponseRule } from './lost-responses.ts'
import { pagingRules } from './paging.ts'
import { requestingRules } from './requesting.ts'
import { retryingRules } from './retrying.ts'
import { severity, type Finding, type Rule, type RuleResult } from './rule.ts'
import { waitingRules } from './waiting.ts'

/** All etiquette rules, in the order of the report. */
export const rules: readonly Rule[] = [
  ...waitingRules,
  ...retryingRules,
  ...pagingRules,
  ...requestingRules,
  lostResponseRule,
]

export type EtiquetteRow = {
  rule: string
  title: string
  source: string
  verdict: RuleResult
  why: string
  entries: string[]
}

/** An assessment of a client, based on its calls. */
export type Report = {
  accounts: string[]
  calls: number
  /** Number of calls that are no longer in the journals and were not judged. */
  forgotten: number
  coverage: Coverage[]
  etiquette: EtiquetteRow[]
  assumptions: { choice: ChoiceId; count: number; question: string }[]
}

/** Maximum number of calls named in a row. */
const MAX_NAMED = 10

/** The part of an account that a report needs. */
export type Judged = {
  readonly name: string
  readonly journal: { entries(): readonly Entry[]; readonly forgotten: number }
}

/** Judges each account by its own journal and combines the results in one report. */
export function reportOn(accounts: readonly Judged[]): Report {
  const journals = accounts.map((account) => account.journal.entries())
  const entries = journals.flat()
  const nameOf = (entry: Entry) =>
    accounts.length === 1 ? toEntryId(entry.number) : `${entry.account}/${toEntryId(entry.number)}`
  return {
    accounts: accounts.map((account) => account.name),
    calls: entries.length,
    forgotten: accounts.reduce((sum, account) => sum + account.journal.forgotten, 0),
    coverage: coverageOf(entries),
    etiquette: rules.map((rule) => toRow(rule, journals, nameOf)),
    assumptions: assumptionsOf(entries),
  }
}

function toRow(
  rule: Rule,
  journals: (readonly Entry[])[],
  nameOf: (entry: Entry) => string,
): EtiquetteRow {
  const findings = journals.map((entries) => rule.judge(entries))
  const worst = findings.reduce(worse, findings[0]!) // there is always at least one account
  return {
    rule: rule.rule,
    title: rule.title,
    source: rule.source,
    verdict: worst.verdict,
    why: worst.why,
    entries: worst.entries.slice(0, MAX_NAMED).map(nameOf),
  }
}

/** With several accounts, the worst result counts. */
function worse(a: Finding, b: Finding): Finding {
  return severity[b.verdict] > severity[a.verdict] ? b : a
}

/** The choices that shaped responses, most frequent first. */
function assumptionsOf(entries: readonly Entry[]): Report['assumptions'] {
  const counts = new Map<ChoiceId, number>()
  for (const { choices } of entries) {
    for (const choice of choices) counts.set(choice, (counts.get(choice) ?? 0) + 1)
  }
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .map(([choice, count]) => ({ choice, count, question: choiceRow(choice).question }))
}
