import type { Finding } from '../../hunt/explore/finding.ts'
import { lastLines } from '../../hunt/last-lines.ts'
import { printable } from '../../text/escape.ts'
import { tellScenario } from '../../hunt/explore/words/tell-scenario.ts'
import type { ExploreFinding } from './explore-error.ts'

/** The form in which users of the library get a finding. */
export function toExploreFinding(
  finding: Finding,
  others: readonly Finding[] = [],
): ExploreFinding {
  const { problem, scenario, repeats, reproduced, isSmallest } = finding
  const { kind, key, title, what, sentence, source } = problem
  return {
    kind,
    key,
    title,
    what,
    sentences: tellScenario(finding),
    start: scenario.name,
    scenario: scenario.scenario,
    document: { sentence, source },
    repeats,
    reproduced,
    wrote: lastLines(finding.observed.output).map((line) => printable(line)),
    also: others.map((other) => toExploreFinding(other)),
    isSmallest,
  }
}
