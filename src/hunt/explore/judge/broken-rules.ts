import type { BrokenRule } from '../../../report/rule.ts'
import { rules, type Report } from '../../../report/report.ts'

/** The problems of clients that break a rule, by rule. */
export const brokenRules: Readonly<Record<string, BrokenRule>> = Object.fromEntries(
  rules.flatMap(({ rule, broken }) => (broken ? [[rule, broken]] : [])),
)

/** The rules of etiquette that a run breaks, in words: `sends expires_at in milliseconds (req_1)`. */
export function rulesBrokenBy({ etiquette }: Report): string[] {
  return etiquette
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ rule, expected, entries }) => {
      const title = brokenRules[rule]?.title ?? `does not keep the rule: ${expected}`
      return entries.length === 0 ? title : `${title} (${entries[0]})`
    })
}
