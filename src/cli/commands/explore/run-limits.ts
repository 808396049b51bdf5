/** When a run counts as one that does not end by itself. */
export type RunLimits = {
  /** Real time in milliseconds. */
  realMs: number
  /** Milliseconds on the clock of the client, where waiting takes no real time. */
  travelMs: number
  calls: number
}

/** What a run without trouble took. */
type Usual = { realMs: number; calls: number }

const HOUR_MS = 3_600_000

/** For the first run, of which nothing is known. */
export const firstLimits: RunLimits = { realMs: 120_000, travelMs: 49 * HOUR_MS, calls: 10_000 }

/**
 * The limits of further runs. A client may wait for the end of two days, for the daily cap; without time travel it
 * may wait in real time as long as `patienceMs`, and a minute for the burst limit.
 */
export function toLimits(
  { realMs, calls }: Usual,
  { isTravelling, patienceMs }: { isTravelling: boolean; patienceMs: number },
): RunLimits {
  const waitMs = isTravelling ? 0 : patienceMs + 60_000
  return {
    realMs: 10_000 + 10 * realMs + waitMs,
    travelMs: firstLimits.travelMs,
    calls: 1_000 + 5 * calls,
  }
}
