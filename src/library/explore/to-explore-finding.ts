import type { Finding } from '../../hunt/explore/finding.ts'
import { lastLines } from '../../hunt/explore/words/last-lines.ts'
import { printable } from '../../text/escape.ts'
import { tellStory } from '../../hunt/explore/words/tell-story.ts'
import type { ExploreFinding } from './explore-error.ts'

/** The form in which users of the library get a finding. */
export function toExploreFinding(
  finding: Finding,
  others: readonly Finding[] = [],
): ExploreFinding {
  const { problem, story, repeats, reproduced, isSmallest } = finding
  const { kind, key, title, what, sentence, source } = problem
  return {
    kind,
    key,
    title,
    what,
    story: tellStory(finding),
    start: story.name,
    scenario: story.scenario,
    document: { sentence, source },
    repeats,
    reproduced,
    wrote: lastLines(finding.observed.output).map((line) => printable(line)),
    also: others.map((other) => toExploreFinding(other)),
    isSmallest,
  }
}
