import { limits } from '../contract/limits.ts'
import type { Coverage } from './coverage.ts'
import type { EtiquetteRow, Report } from './report.ts'
import { severity } from './rule.ts'

/** Merges two reports: counts are added, and each rule gets the worse result. */
export function mergeReports(a: Report, b: Report): Report {
  return {
    accounts: [...new Set([...a.accounts, ...b.accounts])].slice(0, limits.accounts.value),
    calls: a.calls + b.calls,
    forgotten: a.forgotten + b.forgotten,
    coverage: mergeCoverage(a.coverage, b.coverage),
    etiquette: a.etiquette.map((row, at) => worse(row, b.etiquette[at]!)), // one row per rule in both
    choices: mergeChoices(a.choices, b.choices),
  }
}

function worse(a: EtiquetteRow, b: EtiquetteRow): EtiquetteRow {
  return severity[b.verdict] > severity[a.verdict] ? b : a
}

function mergeCoverage(a: readonly Coverage[], b: readonly Coverage[]): Coverage[] {
  const rows = new Map(a.map((row) => [row.outcome, row]))
  for (const row of b) {
    rows.set(row.outcome, { ...row, count: row.count + (rows.get(row.outcome)?.count ?? 0) })
  }
  return [...rows.values()]
}

function mergeChoices(a: Report['choices'], b: Report['choices']): Report['choices'] {
  const rows = new Map(a.map((row) => [row.choice, row]))
  for (const row of b) {
    rows.set(row.choice, { ...row, count: row.count + (rows.get(row.choice)?.count ?? 0) })
  }
  return [...rows.values()].toSorted((one, other) => other.count - one.count)
}
