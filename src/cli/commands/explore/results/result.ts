import { problemKinds, type ProblemKind } from '../../../../hunt/explore/problem.ts'
import { toCase } from '../../../../hunt/explore/words/to-case.ts'
import type { Case, ResultPart, Result } from '../../../../results/result.ts'
import { countOf } from '../../../../text/numbers.ts'
import type { CorpusLine } from '../corpus.ts'
import { saysNothing, type ExploreOutcome, type ReportedProblem } from './outcome.ts'
import { toData } from './data.ts'

/** A case for each problem and for each kind of which none was found; with --repeat <folder> one for each file. */
export function toResult(found: ExploreOutcome, kinds: ReadonlySet<ProblemKind>): Result {
  const { corpus, problems, flaky, notes } = found
  return {
    name: 'explore',
    headline: headlineOf(found),
    cases: corpus?.map(toFileCase) ?? [
      ...problems.map(toProblemCase),
      ...unseenCases(found, kinds),
    ],
    notes: [...flaky.flatMap(({ text, replay }) => [text, again(replay)]), ...notes],
    isBrief: corpus === undefined,
    data: toData(found),
  }
}

/** `2 problems in 143 runs of 100 scenarios (seed 1, 12.4 s)`; with --repeat its repeats are counted. */
function headlineOf(found: ExploreOutcome): string {
  const { problems, runs, scenarios, seed, seconds, ended, repeats, corpus } = found
  const none = saysNothing(found) ? 'nothing is known yet:' : 'no problems in'
  const problemsIn = problems.length === 0 ? none : `${countOf(problems.length, 'problem')} in`
  const why = { runs: '', time: ', out of time', stopped: ', stopped' }[ended]
  const time = `${seconds.toFixed(1)} s${why}`
  if (repeats !== undefined) {
    const others = `${runs - repeats} without trouble to compare`
    return `${problemsIn} ${countOf(repeats, 'run')} of ${corpus ? countOf(corpus.length, 'file') : 'this scenario'} and ${others} (${time})`
  }
  return `${problemsIn} ${countOf(runs, 'run')} of ${countOf(scenarios, 'scenario', 'scenarios')} (seed ${seed}, ${time})`
}

function toFileCase({ file: name, titles }: CorpusLine): Case {
  if (titles === undefined) {
    return { name, status: 'skipped', message: 'not run: time ran out' }
  }
  return titles.length === 0
    ? { name, status: 'pass', message: 'no problem' }
    : { name, status: 'fail', message: `it ${titles.join(', it ')}` }
}

function toProblemCase(reported: ReportedProblem): Case {
  const { finding, also, wrote, sentences, replay, saved, history } = reported
  const { problem, scenario: told } = finding
  const files = [...saved, ...also.flatMap((other) => other.saved)]
  const problemCase = toCase({
    ...finding,
    ...problem,
    document: problem,
    sentences,
    scenario: told.scenario,
    wrote,
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

function unseenCases(found: ExploreOutcome, kinds: ReadonlySet<ProblemKind>): Case[] {
  const seen = new Set(found.problems.map(({ finding }) => finding.problem.kind))
  const isKnown = !saysNothing(found)
  return [...kinds]
    .filter((kind) => !seen.has(kind))
    .map((kind) => ({
      name: `not seen: ${problemKinds[kind].title}`,
      ...(isKnown ? { status: 'pass' } : { status: 'skipped', message: headlineOf(found) }),
    }))
}

function again(command: string): ResultPart {
  return { as: 'code', title: 'Again', lines: [command] }
}
