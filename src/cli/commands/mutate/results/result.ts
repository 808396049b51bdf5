import { doubts, type DoubtName } from '../../../../hunt/mutate/doubts.ts'
import { scoreOf, type LieVerdict, type TriedLie } from '../../../../hunt/mutate/score.ts'
import type { Case, Result, Status } from '../../../../results/result.ts'
import { toLieData } from '../list.ts'
import { equivalentNotes, notes, unmetIn } from './notes.ts'
import { scoreLine, triedLine, type MutateFindings } from './score-lines.ts'

const verdicts: Record<LieVerdict, { words: string; status: Status }> = {
  noticed: { words: 'noticed', status: 'pass' },
  not_noticed: { words: 'NOT noticed', status: 'fail' },
  equivalent: { words: 'cannot be noticed', status: 'skipped' },
  known: { words: 'not noticed', status: 'skipped' },
  not_met: { words: 'not met', status: 'skipped' },
  not_run: { words: 'not tried', status: 'skipped' },
}

/** Describes the verdict on a lie: `noticed (exit 1)`. */
export function describeVerdict({ verdict, how }: TriedLie): string {
  const { words } = verdicts[verdict]
  return verdict === 'not_noticed' ? words : `${words} (${how})`
}

/** The number of lies that are told in full; with the notes they fit on a screen. */
const IN_FULL = 5

/** A case for each lie, the worst first: it fails if nobody noticed. */
export function toResult(found: MutateFindings, isVerbose: boolean): Result {
  const { results, show } = found
  return {
    name: 'mutate',
    headline: scoreLine(results),
    cases: results
      .toSorted((one, other) => one.lie.worth - other.lie.worth)
      .map((each) => toCase(each, show)),
    notes: [...equivalentNotes(results), ...notes(found), ...found.notes, triedLine(found)],
    ...(!isVerbose && { isBrief: true, inFull: IN_FULL }),
    data: toData(found),
  }
}

function toCase(tried: TriedLie, show: MutateFindings['show']): Case {
  const { lie, changedOutcomes = [], otherCalls = [], history } = tried
  const shared = {
    name: lie.id,
    title: `The service ${lie.does}`,
    status: verdicts[tried.verdict].status,
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

function toData({ results, baseline, stopped, seed, known: lines, show }: MutateFindings) {
  const { tried, noticed, equivalent, known, percent } = scoreOf(results)
  const untried = results.filter(({ verdict }) => verdict === 'not_run').length
  const unmet = unmetIn(baseline)
  return {
    score: { percent, tried, noticed, equivalent, known, not_tried: untried },
    known: lines,
    flaky: null,
    seed,
    stopped_by: stopped ?? null,
    baseline: {
      seconds: Math.round(baseline.ms) / 1_000,
      calls: Object.fromEntries(baseline.calls),
      differences: baseline.differences,
    },
    never_met: unmet.outcomes,
    never_met_states: unmet.states,
    lies: results.map((each) => toRecord(each, show)),
  }
}

function toRecord(
  { lie, verdict, how, changedOutcomes = [], otherCalls = [] }: TriedLie,
  show: MutateFindings['show'],
) {
  return {
    ...toLieData(lie),
    result: verdict,
    how,
    changed_outcomes: changedOutcomes,
    other_calls: otherCalls,
    command: show(lie),
  }
}
