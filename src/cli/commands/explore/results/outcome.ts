import type { Finding, HuntResult } from '../../../../hunt/explore/finding.ts'
import type { Session } from '../../../../contract/session/session.ts'
import type { CorpusLine } from '../corpus.ts'

/** A problem with everything that is told about it. */
export type ReportedProblem = {
  /** A run of the scenario, if that is kept. */
  history?: Session | undefined
  finding: Finding
  /** Where else the same mistake shows. */
  also: readonly ReportedProblem[]
  /** The last lines that the client wrote in the run that is told. */
  wrote: readonly string[]
  /** The scenario in plain words, one sentence each. */
  sentences: readonly string[]
  /** The command that runs it again. */
  replay: string
  /** The files that were written for it. */
  saved: readonly string[]
}

type FlakyNote = {
  text: string
  /** The command that runs its scenario again. */
  replay: string
}

/** The findings of an exploration. */
export type ExploreOutcome = {
  problems: readonly ReportedProblem[]
  runs: number
  scenarios: number
  /** How often the scenario of --repeat ran; undefined for a search. */
  repeats: number | undefined
  /** The files of --repeat, if it is a folder. */
  corpus: readonly CorpusLine[] | undefined
  ended: HuntResult['ended']
  seed: number
  seconds: number
  /** Problems that do not count: not each repeat of their scenario showed them, or nobody had the time to repeat it. */
  flaky: readonly FlakyNote[]
  /** Facts that a reader needs to judge the result. */
  notes: readonly string[]
}

/** Was the exploration over before it had tried more than the scenario without trouble? Then it says nothing. */
export function saysNothing({ problems, scenarios, repeats, ended }: ExploreOutcome): boolean {
  if (problems.length > 0) return false
  return repeats === undefined ? ended !== 'runs' && scenarios < 2 : repeats === 0
}
