import type { Entry } from '../contract/history/entry.ts'
import { choiceRow, type ChoiceId } from '../contract/choices/choices.ts'
import type { ReportView } from '../contract/control/control-shapes.ts'
import type { AtOnce } from '../core/record/at-once.ts'
import { isDelivered } from '../core/record/delivered-mail.ts'
import { collisionRule } from './rules/collisions.ts'
import { coverageOf } from './coverage.ts'
import { lostResponseRule } from './rules/lost-responses.ts'
import { loopingRules } from './rules/looping.ts'
import { pagingRules } from './rules/paging.ts'
import { requestingRules } from './rules/requesting.ts'
import { severity, type Finding, type Rule } from './rule.ts'
import { TimedHistory } from './timed-history.ts'
import { waitingRules } from './rules/waiting.ts'

/** All etiquette rules, in the order of the report. */
export const rules: readonly Rule[] = [
  ...waitingRules,
  collisionRule,
  ...loopingRules,
  ...pagingRules,
  ...requestingRules,
  lostResponseRule,
]

/** An assessment of a client, based on its calls. */
export type Report = ReportView
export type EtiquetteRow = Report['etiquette'][number]

/** Maximum number of calls named in a row. */
const MAX_NAMED = 10

/** The part of an account that a report needs. */
export type JudgedAccount = {
  readonly name: string
  /** Everything since its requests were last cleared. */
  readonly history: readonly Entry[]
  /** Number of calls before that. */
  readonly forgotten: number
  /** The most that the account had at once, in all its calls; counted in its history if it is not known. */
  readonly atOnce?: AtOnce
}

/** Judges each account by its own history and combines the results in one report. */
export function reportOn(accounts: readonly JudgedAccount[]): Report {
  const entries = accounts.flatMap((account) => account.history)
  const histories = accounts.map(({ history, atOnce }) => new TimedHistory(history, atOnce))
  const calls = histories.flatMap((history) => history.calls)
  const nameOf = (entry: Entry) =>
    accounts.length === 1 ? entry.id : `${entry.account}/${entry.id}`
  return {
    accounts: accounts.map((account) => account.name),
    calls: calls.length,
    forgotten: accounts.reduce((sum, account) => sum + account.forgotten, 0),
    coverage: coverageOf(entries),
    etiquette: rules.map((rule) => toRow(rule, histories, nameOf)),
    choices: choicesOf(entries),
  }
}

/** Returns the report with each advice as a failure. */
export function toStrict(report: Report): Report {
  const etiquette = report.etiquette.map((row) =>
    row.verdict === 'advice' ? { ...row, verdict: 'fail' as const } : row,
  )
  return { ...report, strict: true, etiquette }
}

function toRow(
  rule: Rule,
  histories: readonly TimedHistory[],
  nameOf: (entry: Entry) => string,
): EtiquetteRow {
  const findings = histories.map((history) => rule.judge(history))
  const worst = findings.reduce(worse, findings[0]!) // there is always at least one account
  return {
    rule: rule.rule,
    title: rule.title,
    source: rule.source,
    verdict: worst.verdict,
    why: worst.why,
    expected: worst.expected ?? rule.expected,
    entries: worst.entries.slice(0, MAX_NAMED).map(nameOf),
    ...(worst.verdict === 'not_exercised' && toSituation(rule)),
    ...(worst.aliases && { aliases: worst.aliases.slice(0, MAX_NAMED) }),
  }
}

function toSituation({ situation }: Rule): Pick<EtiquetteRow, 'situation' | 'next'> {
  return typeof situation === 'string' ? { situation } : situation
}

/** With several accounts, the worst result counts. */
function worse(a: Finding, b: Finding): Finding {
  return severity[b.verdict] > severity[a.verdict] ? b : a
}

/** The choices that shaped responses, also those to mails, most frequent first. */
function choicesOf(history: readonly Entry[]): Report['choices'] {
  const counts = new Map<ChoiceId, number>()
  for (const choice of history.flatMap(choicesIn)) {
    counts.set(choice, (counts.get(choice) ?? 0) + 1)
  }
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .map(([choice, count]) => ({ choice, count, question: choiceRow(choice).question }))
}

function choicesIn(entry: Entry): readonly ChoiceId[] {
  if (entry.type === 'call') return entry.choices
  return isDelivered(entry) ? entry.result.choices : []
}
