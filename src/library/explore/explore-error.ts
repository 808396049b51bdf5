import type { Written } from '../../client/written.ts'
import type { ProblemKind } from '../../hunt/explore/problem.ts'
import { toCase } from '../../hunt/explore/words/to-case.ts'
import { casesText } from '../../results/text.ts'
import { countOf } from '../../text/numbers.ts'

/** A problem of a client, with the smallest scenario that shows it. */
export type ExploreFinding = {
  kind: ProblemKind
  /** Kind, rule and place: the same problem has the same key in each exploration. */
  key: string
  title: string
  what: string
  /** The scenario in plain words, three to six lines. */
  sentences: string[]
  /** The name of the scenario in which the account starts. */
  start: string
  /** The scenario: its timeline says what happens before which request. */
  scenario: Written['Scenario']
  /** The sentence of the API document that the problem stands on, and where it is. */
  document: { sentence: string; source: string }
  /** How often the scenario was repeated, and in how many of these runs it led to the problem. */
  repeats: number
  reproduced: number
  /** The last lines that the client wrote, or the error that it threw. */
  wrote: readonly string[]
  /** Where else the same mistake shows. */
  also: readonly ExploreFinding[]
  /** Was every smaller scenario tried? */
  isSmallest: boolean
}

/** The error of {@link explore} when it has found problems; its message tells their scenarios. */
export class ExploreError extends Error {
  readonly findings: readonly ExploreFinding[]

  constructor(findings: readonly ExploreFinding[], scenarios: number) {
    super(
      `explore found ${countOf(findings.length, 'problem')} in ${countOf(scenarios, 'scenario', 'scenarios')}\n\n${casesText(findings.map(toCase))}`,
    )
    this.name = 'ExploreError'
    this.findings = findings
  }
}
