import type { Result, ReportedProblem } from './result.ts'

/** Formats the result as JSON. */
export function toJson(result: Result): string {
  const { problems, runs, stories, seed, seconds, ended, isTravelling, flaky, notes, corpus } =
    result
  return JSON.stringify(
    {
      problems: problems.map(toProblem),
      ...(corpus && {
        files: corpus.map(({ file, titles }) => ({ file, titles: titles ?? null })),
      }),
      runs,
      stories,
      seed,
      seconds: toTenths(seconds * 1_000),
      ended,
      time_travel: isTravelling,
      flaky,
      notes,
    },
    null,
    2,
  )
}

function toProblem({ finding, also, wrote, story, replay, saved }: ReportedProblem): object {
  const { problem, observed, reproduced, repeats, isSmallest, foundAt, foundAfterMs } = finding
  const { kind, key, title, what, sentence, source, entries } = problem
  return {
    kind,
    key,
    title,
    what,
    sentences: story,
    sentence,
    source,
    entries,
    start: finding.story.name,
    story: finding.story.scenario,
    reproduced,
    repeats,
    smallest: isSmallest,
    found_at_story: foundAt,
    found_after_seconds: toTenths(foundAfterMs),
    exit_code: observed.exitCode ?? null,
    wrote,
    also: also.map(toProblem),
    replay,
    saved,
  }
}

function toTenths(ms: number): number {
  return Number((ms / 1_000).toFixed(1))
}
