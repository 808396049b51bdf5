import type { Session } from '../../contract/session/session.ts'
import { doubts, type Doubt } from './doubts.ts'
import type { Outcome } from '../../contract/outcomes.ts'
import { differences, type CallCounts } from './count-calls.ts'
import type { Lie } from './lie.ts'

/**
 * The verdict on a lie. `not_met`: the run never made the call whose answer the lie changes, so it says nothing about
 * the suite. `not_run`: time or a signal ended the search before. `known`: nobody noticed, which the user accepts.
 */
export type LieVerdict = 'noticed' | 'not_noticed' | 'equivalent' | 'known' | 'not_met' | 'not_run'

export type TriedLie = {
  readonly lie: Lie
  readonly verdict: LieVerdict
  /** The way in which that was found out, in a few words: `exit 1`. */
  readonly how: string
  /** The outcomes of the answers that it changed. */
  readonly changedOutcomes?: readonly Outcome[]
  /** The differences of the calls from those without the lie, if it was told: `create created: 1, then 2`. */
  readonly otherCalls?: readonly string[]
  /** The history of its run, if that is kept. */
  readonly history?: Session | undefined
}

/** A run of the command while the sandbox told a lie. */
type RunWithLie = {
  readonly exitCode: number
  readonly isOverTime: boolean
  /** Was the lie told at all? */
  readonly isApplied: boolean
  /** The outcomes of the answers that it changed. */
  readonly changedOutcomes: readonly Outcome[]
  readonly calls: CallCounts
}

/**
 * Judges a lie by a run that shows what the command does under it; without any lie the command exits with 0 and
 * makes the calls `usual`.
 */
export function judgeLie(lie: Lie, run: RunWithLie, usual: CallCounts): TriedLie {
  const known = {
    lie,
    changedOutcomes: run.changedOutcomes,
    otherCalls: differences(usual, run.calls),
  }
  if (run.isOverTime) return { ...known, verdict: 'noticed', how: 'ended by the time limit' }
  if (run.exitCode !== 0) return { ...known, verdict: 'noticed', how: `exit ${run.exitCode}` }
  if (!run.isApplied) return { lie, verdict: 'not_met', how: 'never sent' }
  const doubt: Doubt | undefined = lie.doubt && doubts[lie.doubt]
  if (doubt?.isSeen?.(run.calls, usual)) {
    const how = `the client ${doubt.when}: its requests were the same`
    return { ...known, verdict: 'equivalent', how }
  }
  return { ...known, verdict: 'not_noticed', how: 'exit 0' }
}

type Score = {
  /** Lies that were told: noticed, not noticed, equivalent or known. */
  readonly tried: number
  readonly noticed: number
  readonly equivalent: number
  /** Not noticed, and accepted. */
  readonly known: number
  /** Noticed of those that a client can tell; null if there are none. */
  readonly percent: number | null
  /** The least that the score can be once all are tried: those that were not count as not noticed. */
  readonly atLeast: number | null
}

export function scoreOf(results: readonly TriedLie[]): Score {
  const count = (verdict: LieVerdict) => results.filter((each) => each.verdict === verdict).length
  const [noticed, equivalent, known] = [count('noticed'), count('equivalent'), count('known')]
  const open = noticed + count('not_noticed')
  const all = open + count('not_run')
  const percentOf = (total: number) => (total === 0 ? null : (100 * noticed) / total)
  return {
    tried: open + equivalent + known,
    noticed,
    equivalent,
    known,
    percent: percentOf(open),
    atLeast: percentOf(all),
  }
}
