import { doubts } from './doubts.ts'
import type { CallCounts } from './count-calls.ts'
import type { Lie } from './lie.ts'

/**
 * What became of a lie. `not_met`: the run never made the call whose answer the lie changes, so it says nothing
 * about the suite. `not_run`: time or a signal ended the search before.
 */
export type LieVerdict = 'noticed' | 'not_noticed' | 'equivalent' | 'not_met' | 'not_run'

export type TriedLie = {
  readonly lie: Lie
  readonly verdict: LieVerdict
  /** How that was found out, in a few words: `exit 1`. */
  readonly how: string
}

/** A run of the command while the sandbox told a lie. */
export type RunWithLie = {
  readonly exitCode: number
  readonly isOverTime: boolean
  /** Was the lie told at all? */
  readonly isApplied: boolean
  readonly calls: CallCounts
}

/** Judges a run with a lie; without any lie the command exits with 0 and makes the calls `usual`. */
export function judgeLie(lie: Lie, run: RunWithLie, usual: CallCounts): TriedLie {
  const hasFailed = run.isOverTime || run.exitCode !== 0
  if (!run.isApplied)
    return { lie, verdict: 'not_met', how: hasFailed ? FAILED_OTHERWISE : 'never sent' }
  if (run.isOverTime) return { lie, verdict: 'noticed', how: 'ended by the time limit' }
  if (hasFailed) return { lie, verdict: 'noticed', how: `exit ${run.exitCode}` }
  const doubt = lie.doubt && doubts[lie.doubt]
  if (doubt?.isSeen?.(run.calls, usual)) return { lie, verdict: 'equivalent', how: lie.doubt! }
  return { lie, verdict: 'not_noticed', how: 'exit 0' }
}

const FAILED_OTHERWISE = 'failed, but the lie was never sent'

/** Did the command fail for another reason than the lie? Then it is not repeatable. */
export function hasFailedOtherwise({ how }: TriedLie): boolean {
  return how === FAILED_OTHERWISE
}

export type Score = {
  /** Lies that were told: noticed, not noticed or equivalent. */
  readonly tried: number
  readonly noticed: number
  readonly equivalent: number
  /** Noticed of those that a client can tell; null if there are none. */
  readonly percent: number | null
}

export function scoreOf(results: readonly TriedLie[]): Score {
  const count = (verdict: LieVerdict) => results.filter((each) => each.verdict === verdict).length
  const [noticed, equivalent] = [count('noticed'), count('equivalent')]
  const open = noticed + count('not_noticed')
  return {
    tried: open + equivalent,
    noticed,
    equivalent,
    percent: open === 0 ? null : (100 * noticed) / open,
  }
}
