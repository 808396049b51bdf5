import type { Scenario } from '../../../contract/scenario/scenario.ts'
import type { Case, ResultPart } from '../../../results/result.ts'
import { documentWords, type Problem } from '../problem.ts'

/** A problem as the command line and the library tell it. */
type ToldProblem = Pick<Problem, 'key' | 'title' | 'what'> & {
  document: Pick<Problem, 'sentence' | 'source'>
  /** The scenario in plain words, one sentence each, and as a scenario. */
  sentences: readonly string[]
  scenario: Scenario
  repeats: number
  reproduced: number
  isSmallest: boolean
  /** The last lines that the client wrote. */
  wrote: readonly string[]
  /** Where else the same mistake shows. */
  also: readonly Pick<Problem, 'key' | 'title'>[]
}

/** A problem as a case that fails. */
export function toCase(problem: ToldProblem): Case & { details: readonly ResultPart[] } {
  const { key, title, what, document, sentences, repeats, reproduced, wrote, also } = problem
  const often = reproduced < repeats ? ` in ${reproduced} of ${repeats} runs` : ''
  return {
    name: key,
    title: `It ${title}${often}`,
    status: 'fail',
    message: what,
    details: [
      { as: 'list', lines: sentences },
      documentWords(document),
      ...(mayBeSmaller(problem) ? ['With more time, a smaller scenario may show it too.'] : []),
      ...(wrote.length === 0
        ? []
        : [{ as: 'output' as const, title: 'Its last output', lines: wrote }]),
      ...also.map((other) => `The same cause: it ${other.title} (${other.key}).`),
    ],
  }
}

/** A scenario with one element cannot get smaller. */
function mayBeSmaller({ isSmallest, scenario }: ToldProblem): boolean {
  const { timeline = [], populate, choices = {} } = scenario
  const elements = timeline.length + Object.keys(choices).length + (populate === undefined ? 0 : 1)
  return !isSmallest && elements > 1
}
