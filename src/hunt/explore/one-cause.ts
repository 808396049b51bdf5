import type { Finding } from './finding.ts'

/** A finding, and the others that the same mistake probably explains. */
type FindingGroup = { finding: Finding; others: readonly Finding[] }

/** Puts findings of one pattern together, in their order: what one repair ends is one problem. */
export function byCause(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const { pattern } = finding.problem
    groups.set(pattern, [...(groups.get(pattern) ?? []), finding])
  }
  return [...groups.values()].map(([finding, ...others]) => ({ finding: finding!, others }))
}
