import type { Finding, Hunted } from '../../../../hunt/explore/finding.ts'
import type { CorpusLine } from '../corpus.ts'
import { countOf } from '../../../../words/numbers.ts'

/** A problem with everything that is told about it. */
export type ReportedProblem = {
  finding: Finding
  /** Where else the same mistake shows. */
  also: readonly ReportedProblem[]
  /** The last lines that the client wrote in the run that is told. */
  wrote: readonly string[]
  /** The story in plain words, one sentence each. */
  story: readonly string[]
  /** The command that runs it again. */
  replay: string
  /** The files that were written for it. */
  saved: readonly string[]
}

export type FlakyNote = {
  text: string
  /** The command that runs its story again. */
  replay: string
}

/** What an exploration has found out. */
export type Result = {
  problems: readonly ReportedProblem[]
  runs: number
  stories: number
  /** How often the story of --story ran; undefined for a search. */
  repeats: number | undefined
  /** The files of --story, if it is a folder. */
  corpus: readonly CorpusLine[] | undefined
  ended: Hunted['ended']
  seed: number
  seconds: number
  /** Whether the command waited without taking time. */
  isTravelling: boolean
  /** What does not count, because not each repeat of its story showed it or nobody had the time to repeat it. */
  flaky: readonly FlakyNote[]
  /** What a reader must know to judge the result. */
  notes: readonly string[]
}

/** What the client does wrong. */
export function headlineOf({ problem }: Finding): string {
  return `It ${problem.title}`
}

/** `2 of 3 runs`, if the problem does not show in each run of its story. */
export function howOften({ reproduced, repeats }: Finding): string | undefined {
  return reproduced < repeats ? `${reproduced} of ${repeats} runs` : undefined
}

/** Was the exploration over before it had tried more than the story without trouble? Then it says nothing. */
export function saysNothing({ problems, stories, repeats, ended }: Result): boolean {
  if (problems.length > 0) return false
  return repeats === undefined ? ended !== 'runs' && stories < 2 : repeats === 0
}

/** `2 problems in 143 runs of 100 stories (seed 1, 12.4 s)`; with --story its repeats are counted. */
export function summaryOf(result: Result): string {
  const { problems, runs, stories, seed, seconds, ended, repeats, corpus } = result
  const none = saysNothing(result) ? 'nothing is known yet:' : 'no problems in'
  const found = problems.length === 0 ? none : `${countOf(problems.length, 'problem')} in`
  const why = { runs: '', time: ', out of time', stopped: ', stopped' }[ended]
  const time = `${seconds.toFixed(1)} s${why}`
  if (repeats !== undefined) {
    const others = `${runs - repeats} without trouble to compare`
    return `${found} ${countOf(repeats, 'run')} of ${corpus ? countOf(corpus.length, 'file') : 'this story'} and ${others} (${time})`
  }
  return `${found} ${countOf(runs, 'run')} of ${countOf(stories, 'story', 'stories')} (seed ${seed}, ${time})`
}

/** `lost.story.json: it makes the same alias twice`. */
export function corpusLine({ file, titles }: CorpusLine): string {
  if (titles === undefined) return `${file}: not run, the time was over`
  return `${file}: ${titles.length === 0 ? 'no problem' : `it ${titles.join(', it ')}`}`
}

/** `gives up on a 503, when it lists aliases (gives_up/outage/list)`. */
export function placeOf({ finding: { problem } }: ReportedProblem): string {
  return `${problem.title} (${problem.key})`
}
