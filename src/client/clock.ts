import type { Duration } from '../contract/values/duration.ts'
import type { Destination } from '../contract/values/times.ts'
import type { Performed } from './performed.ts'

/** Runs an action on the account that owns the clock. */
type Perform = <Name extends 'advance_clock' | 'freeze_clock' | 'resume_clock'>(
  action: Name,
  args: object,
) => Promise<Performed<Name>>

/**
 * The clock of an account. It never goes back, except by `reset`, `restore` and `load_scenario`.
 *
 * @example
 * await account.clock.advance('1d12h')
 */
export class Clock {
  readonly #perform: Perform
  readonly #read: () => Promise<Date>

  /** @internal */
  constructor(perform: Perform, read: () => Promise<Date>) {
    this.#perform = perform
    this.#read = read
  }

  /** Returns the time on this clock. */
  now(): Promise<Date> {
    return this.#read()
  }

  /**
   * Moves the clock forward. Events on the way fire in order; the result lists them in `fired`.
   *
   * @param by a duration such as `'90s'`, `'25h'`, `'1d12h'`; a number is an error, since its unit is unclear.
   * @example
   * const { fired } = await account.clock.advance('25h')
   */
  advance(by: Duration): Promise<Performed<'advance_clock'>> {
    return this.#perform('advance_clock', { by })
  }

  /**
   * Moves the clock forward to a time, or to `burst_reset`, `utc_midnight` or `next_event`.
   *
   * @throws SandboxError `refused` when no burst window is open, or no event is scheduled.
   * @example
   * await account.clock.advanceTo('utc_midnight')
   */
  advanceTo(to: Destination | Date): Promise<Performed<'advance_clock'>> {
    return this.#perform('advance_clock', { to: toInstant(to) })
  }

  /**
   * Freezes the clock, now or at a later time.
   *
   * @example
   * await account.clock.freeze('2026-03-01T23:59:59Z')
   */
  freeze(at?: string | number | Date): Promise<Performed<'freeze_clock'>> {
    return this.#perform('freeze_clock', at === undefined ? {} : { at: toInstant(at) })
  }

  /**
   * Lets the clock run again, `scale` times as fast as real time.
   *
   * @example
   * await account.clock.resume({ scale: 60 }) // one minute per second
   */
  resume(how: { scale?: number } = {}): Promise<Performed<'resume_clock'>> {
    return this.#perform('resume_clock', how)
  }
}

function toInstant(at: string | number | Date): string | number {
  return at instanceof Date ? at.toISOString() : at
}
