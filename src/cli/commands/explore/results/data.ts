import { maskText } from '../../../../text/mask.ts'
import type { ExploreOutcome, ReportedProblem } from './outcome.ts'

/** Returns the findings with the fields of --json. Keys that the client or a check wrote are masked. */
export function toData(found: ExploreOutcome): object {
  const { problems, runs, scenarios, seed, seconds, ended, flaky, notes, corpus } = found
  return {
    problems: problems.map(toProblem),
    ...(corpus && {
      files: corpus.map(({ file, titles }) => ({ file, titles: titles ?? null })),
    }),
    runs,
    scenarios,
    seed,
    seconds: toTenths(seconds * 1_000),
    ended,
    flaky,
    notes,
  }
}

function toProblem({ finding, also, wrote, sentences, replay, saved }: ReportedProblem): object {
  const { problem, observed, reproduced, repeats, isSmallest, foundAt, foundAfterMs } = finding
  const { kind, key, title, what, sentence, source, entries } = problem
  return {
    kind,
    key,
    title,
    what: maskText(what),
    sentences: sentences.map((told) => maskText(told)),
    sentence,
    source,
    entries,
    start: finding.scenario.name,
    scenario: finding.scenario.scenario,
    reproduced,
    repeats,
    smallest: isSmallest,
    found_at_scenario: foundAt,
    found_after_seconds: toTenths(foundAfterMs),
    exit_code: observed.exitCode ?? null,
    wrote: wrote.map((line) => maskText(line)),
    also: also.map(toProblem),
    replay,
    saved,
  }
}

function toTenths(ms: number): number {
  return Number((ms / 1_000).toFixed(1))
}
