/** When a run counts as one that does not end by itself. */
export type RunLimits = {
  /** Real time in milliseconds, waits apart. */
  realMs: number
  /** How long waits may take in real time, in milliseconds. */
  waitMs: number
  /** Milliseconds on the clock of the client, where waiting takes no real time. */
  travelMs: number
  calls: number
  /** Refusals in a row of the same call, none of which said when to call again. */
  alike: number
}

/** What a run without trouble took. */
type Usual = { realMs: number; calls: number }

const HOUR_MS = 3_600_000

const TRAVEL_MS = 49 * HOUR_MS
/** A client may try a call this often without a word about when to call again. */
const ALIKE = 50

/** For the first run, of which nothing is known: it may take all the time. */
export function firstLimits(timeMs: number): RunLimits {
  return {
    realMs: Math.min(120_000, timeMs),
    waitMs: 0,
    travelMs: TRAVEL_MS,
    calls: 10_000,
    alike: ALIKE,
  }
}

/**
 * The limits of further runs. A client may wait for the end of two days, for the daily cap; where waits take real
 * time, for as long as `patienceMs`, and a minute for the burst limit.
 */
export function toLimits({ realMs, calls }: Usual, patienceMs: number): RunLimits {
  return {
    realMs: 10_000 + 10 * realMs,
    waitMs: patienceMs + 60_000,
    travelMs: TRAVEL_MS,
    calls: 400 + 5 * calls,
    // Each call of a usual run may be one of a worker, and each worker tries for itself.
    alike: ALIKE + 20 * calls,
  }
}
