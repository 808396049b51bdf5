import { doubts } from '../../../../hunt/mutate/doubts.ts'
import type { TriedLie } from '../../../../hunt/mutate/score.ts'
import { toJUnitFile, type JUnitCase } from '../../../../report-formats/junit-file.ts'
import type { MutateOutcome } from './outcome.ts'

/** What was found as JSON, for scripts. */
export function toJson({
  score,
  results,
  baseline,
  unmet,
  unmetStates,
  stopped,
  ...rest
}: MutateOutcome): string {
  const { tried, noticed, equivalent, percent } = score
  return JSON.stringify(
    {
      score: { percent, tried, noticed, equivalent, not_tried: notTried(results) },
      seed: rest.seed,
      stopped_by: stopped ?? null,
      baseline: {
        seconds: Math.round(baseline.ms) / 1_000,
        calls: Object.fromEntries(baseline.calls),
        differences: baseline.differences,
      },
      never_met: unmet,
      never_met_states: unmetStates,
      lies: results.map((each) => toRecord(each, rest.show)),
    },
    null,
    2,
  )
}

function toRecord(
  { lie, verdict, how, changedOutcomes = [], otherCalls = [] }: TriedLie,
  show: MutateOutcome['show'],
) {
  const { id, outcomes, does, harm, test, worth, doubt } = lie
  return {
    id,
    outcomes,
    result: verdict,
    how,
    changed_outcomes: changedOutcomes,
    other_calls: otherCalls,
    does: `The service ${does}.`,
    harm,
    test: `A test that notices it: ${test}`,
    worth,
    cannot_be_noticed_if: doubt ? `The client ${doubts[doubt].when}.` : null,
    command: show(lie),
  }
}

function notTried(results: readonly TriedLie[]): number {
  return results.filter(({ verdict }) => verdict === 'not_run').length
}

/** A test case for each lie: it fails if nobody noticed. */
export function toJUnit({ results, show }: MutateOutcome): string {
  return toJUnitFile(
    'mutate',
    results.map(({ lie, verdict, how }): JUnitCase => {
      const name = `${lie.id}: the service ${lie.does}`
      if (verdict === 'noticed') return { name }
      if (verdict !== 'not_noticed') return { name, skipped: how }
      const details = `A test that notices it: ${lie.test}\n${show(lie)}`
      return { name, failure: { message: `Not noticed. ${lie.harm}`, details } }
    }),
  )
}
