import type { Outcome } from '../../../../contract/outcomes.ts'
import type { TriedLie } from '../../../../hunt/mutate/score.ts'

const words: Record<TriedLie['verdict'], string> = {
  noticed: 'noticed',
  not_noticed: 'NOT noticed',
  equivalent: 'cannot be noticed',
  not_met: 'not met',
  not_run: 'not tried',
}

/** What became of a lie, in the words of all formats for people: `noticed (exit 1)`. */
export function describeVerdict({ verdict, how }: TriedLie): string {
  return verdict === 'not_noticed' ? words[verdict] : `${words[verdict]} (${how})`
}

/** The outcomes at which it was told; those that it is about if it was not. */
export function outcomesOf({ lie, changedOutcomes = [] }: TriedLie): readonly Outcome[] {
  return changedOutcomes.length > 0 ? changedOutcomes : lie.outcomes
}

/** The lies that nobody noticed, the worst first. */
export function missedIn(results: readonly TriedLie[]): TriedLie[] {
  return results
    .filter(({ verdict }) => verdict === 'not_noticed')
    .toSorted((a, b) => a.lie.worth - b.lie.worth)
}
