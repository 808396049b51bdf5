import { doubts, type DoubtName } from '../../../../hunt/mutate/doubts.ts'
import type { TriedLie } from '../../../../hunt/mutate/score.ts'
import type { Case, ResultPart, Result } from '../../../../results/result.ts'
import { notes } from './notes.ts'
import type { MutateOutcome } from './outcome.ts'
import { scoreLine, triedLine } from './score-lines.ts'
import { describeVerdict, statusOf } from './verdict.ts'

/** The number of lies that are told in full; with the notes they fit on a screen. */
const IN_FULL = 5

/** A case for each lie, the worst first: it fails if nobody noticed. */
export function toResult(outcome: MutateOutcome, isVerbose: boolean): Result {
  return {
    name: 'mutate',
    headline: scoreLine(outcome),
    cases: outcome.results
      .toSorted((one, other) => one.lie.worth - other.lie.worth)
      .map((each) => toCase(each, outcome.show)),
    notes: [...equivalentNotes(outcome.results), ...notes(outcome), triedLine(outcome)],
    ...(!isVerbose && { isBrief: true, inFull: IN_FULL }),
    data: toData(outcome),
  }
}

function toCase(tried: TriedLie, show: MutateOutcome['show']): Case {
  const { lie, changedOutcomes = [], otherCalls = [], history } = tried
  const shared = {
    name: lie.id,
    title: `The service ${lie.does}`,
    status: statusOf(tried),
    history,
  }
  if (tried.verdict !== 'not_noticed') return { ...shared, message: describeVerdict(tried) }
  return {
    ...shared,
    message: `Not noticed. ${lie.harm}`,
    details: [
      // Lies about one outcome have it in their name.
      ...(lie.outcomes.length > 1
        ? [`Outcomes that it changed: ${changedOutcomes.join(', ')}.`]
        : []),
      ...(otherCalls.length > 0
        ? [`The client made other requests: ${otherCalls.join('; ')}.`]
        : []),
      `A test that notices it: ${lie.test}`,
      ...(lie.doubt ? [noGap(lie.id, lie.doubt)] : []),
      { as: 'code', title: 'Again', lines: [show(lie)] },
    ],
  }
}

function noGap(id: string, doubt: DoubtName): string {
  return `No gap if your client ${doubts[doubt].when}: --equivalent ${id}`
}

/** Lists the lies that cannot be noticed, by the reason. */
function equivalentNotes(results: readonly TriedLie[]): ResultPart[] {
  const equivalent = results.filter(({ verdict }) => verdict === 'equivalent')
  if (equivalent.length === 0) return []
  const lines = [...new Set(equivalent.map(({ how }) => how))].map((how) => {
    const ids = equivalent.filter((each) => each.how === how).map(({ lie }) => lie.id)
    return `${ids.join(', ')}: ${how}`
  })
  return [{ as: 'list', title: 'Cannot be noticed', lines }]
}

function toData({ score, results, baseline, unmet, unmetStates, stopped, ...rest }: MutateOutcome) {
  const { tried, noticed, equivalent, percent } = score
  const untried = results.filter(({ verdict }) => verdict === 'not_run').length
  return {
    score: { percent, tried, noticed, equivalent, not_tried: untried },
    flaky: null,
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
  }
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
