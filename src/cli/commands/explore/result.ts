import type { HuntResult } from '../../../hunt/explore/finding.ts'
import { problemKinds, type ProblemKind } from '../../../hunt/explore/problem.ts'
import { toCase } from '../../../hunt/explore/words/to-case.ts'
import type { Case, Result, ResultPart } from '../../../results/result.ts'
import { countOf } from '../../../text/numbers.ts'
import type { KnownFacts } from '../known-findings.ts'
import { toProblemData, toTenths, type ToldProblem } from './told-problem.ts'

/** The result of the scenario of one file of --repeat. */
export type FileResult = {
  file: string
  /** The mistakes of the client in it; undefined if the time was over before. */
  titles: readonly string[] | undefined
}

/** The findings of an exploration, for all formats. */
export type ExploreFindings = Pick<HuntResult, 'runs' | 'scenarios' | 'ended'> & {
  problems: readonly ToldProblem[]
  /** Problems that do not count, since not each repeat showed them, with the command that runs their scenario again. */
  flaky: readonly { text: string; replay: string }[]
  /** The number of runs of the scenarios of --repeat; undefined for a search. */
  repeats?: number | undefined
  /** The files of --repeat, if it is a folder. */
  files?: readonly FileResult[] | undefined
  seed: number
  ms: number
  /** Facts that a reader needs to judge the result. */
  notes: readonly string[]
  known: KnownFacts
}

/** Was the exploration over before it had tried more than the scenario without trouble? Then it says nothing. */
export function saysNothing({ problems, scenarios, repeats, ended }: ExploreFindings): boolean {
  if (problems.length > 0) return false
  return repeats === undefined ? ended !== 'runs' && scenarios < 2 : repeats === 0
}

/** A case for each problem and for each kind of which none was found; with --repeat <folder> one for each file. */
export function toResult(explored: ExploreFindings, kinds: ReadonlySet<ProblemKind>): Result {
  const { files, problems, flaky, notes, known, runs, scenarios, seed, ms, ended } = explored
  return {
    name: 'explore',
    headline: headlineOf(explored),
    cases: files?.map(toFileCase) ?? [
      ...problems.map(toProblemCase),
      ...unseenCases(explored, kinds),
    ],
    notes: [...flaky.flatMap(({ text, replay }) => [text, again(replay)]), ...notes],
    isBrief: files === undefined,
    data: {
      problems: problems.map(toProblemData),
      ...(files && { files: files.map(({ file, titles = null }) => ({ file, titles })) }),
      runs,
      scenarios,
      seed,
      seconds: toTenths(ms),
      ended,
      flaky,
      known,
      notes,
    },
  }
}

/** `2 problems in 143 runs of 100 scenarios (seed 1, 12.4 s)`; with --repeat its repeats are counted. */
function headlineOf(explored: ExploreFindings): string {
  const { problems, runs, scenarios, seed, ms, ended, repeats, files } = explored
  const none = saysNothing(explored) ? 'nothing is known yet:' : 'no problems in'
  const problemsIn = problems.length === 0 ? none : `${countOf(problems.length, 'problem')} in`
  const why = { runs: '', time: ', out of time', stopped: ', stopped' }[ended]
  const time = `${(ms / 1_000).toFixed(1)} s${why}`
  if (repeats !== undefined) {
    const others = `${runs - repeats} without trouble to compare`
    return `${problemsIn} ${countOf(repeats, 'run')} of ${files ? countOf(files.length, 'file') : 'this scenario'} and ${others} (${time})`
  }
  return `${problemsIn} ${countOf(runs, 'run')} of ${countOf(scenarios, 'scenario')} (seed ${seed}, ${time})`
}

function toFileCase({ file: name, titles }: FileResult): Case {
  if (titles === undefined) {
    return { name, status: 'skipped', message: 'not run: time ran out' }
  }
  return titles.length === 0
    ? { name, status: 'pass', message: 'no problem' }
    : { name, status: 'fail', message: `it ${titles.join(', it ')}` }
}

function toProblemCase({ finding, also, replay, history, ...told }: ToldProblem): Case {
  const { problem, scenario } = finding
  const files = [...told.saved, ...also.flatMap(({ saved }) => saved)]
  const problemCase = toCase({
    ...finding,
    ...problem,
    ...told,
    document: problem,
    scenario: scenario.scenario,
    also: also.map((other) => other.finding.problem),
  })
  return {
    ...problemCase,
    history,
    details: [
      ...problemCase.details,
      ...(files.length === 0 ? [] : [{ as: 'code' as const, title: 'Saved', lines: files }]),
      again(replay),
    ],
  }
}

function unseenCases(explored: ExploreFindings, kinds: ReadonlySet<ProblemKind>): Case[] {
  const seen = new Set(explored.problems.map(({ finding }) => finding.problem.kind))
  const isKnown = !saysNothing(explored)
  return [...kinds]
    .filter((kind) => !seen.has(kind))
    .map((kind) => ({
      name: `not seen: ${problemKinds[kind].title}`,
      ...(isKnown ? { status: 'pass' } : { status: 'skipped', message: headlineOf(explored) }),
    }))
}

function again(command: string): ResultPart {
  return { as: 'code', title: 'Again', lines: [command] }
}
