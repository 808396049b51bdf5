import type { Duration } from '../contract/duration.ts'
import type { Destination } from '../contract/times.ts'
import type { Performed } from './performed.ts'

/** Performs an action on the account whose clock this is. */
type Perform = <Name extends 'advance_clock' | 'freeze_clock' | 'resume_clock'>(
  action: Name,
  args: object,
) => Promise<Performed<Name>>

/**
 * An account's own clock. It never goes back, except by `reset`, `restore` and `load_scenario`.
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

  /** Where the clock stands. */
  now(): Promise<Date> {
    return this.#read()
  }

  /**
   * Moves the clock forward; what falls due on the way happens, in order, and is told in `fired`.
   *
   * @param by such as `'90s'`, `'25h'`, `'1d12h'`; a number is refused, since it could mean milliseconds.
   * @example
   * const { fired } = await account.clock.advance('25h')
   */
  advance(by: Duration): Promise<Performed<'advance_clock'>> {
    return this.#perform('advance_clock', { by })
  }

  /**
   * Moves the clock forward to an instant, or to `burst_reset`, `utc_midnight` or `next_event`.
   *
   * @throws SandboxError `refused` when no burst window is open, or nothing is ahead.
   * @example
   * await account.clock.advanceTo('utc_midnight')
   */
  advanceTo(to: Destination | Date): Promise<Performed<'advance_clock'>> {
    return this.#perform('advance_clock', { to: toInstant(to) })
  }

  /**
   * Stops the clock, now or at a later instant.
   *
   * @example
   * await account.clock.freeze('2026-03-01T23:59:59Z')
   */
  freeze(at?: string | number | Date): Promise<Performed<'freeze_clock'>> {
    return this.#perform('freeze_clock', at === undefined ? {} : { at: toInstant(at) })
  }

  /**
   * Lets the clock run on from where it stands, `scale` times as fast as real time.
   *
   * @example
   * await account.clock.resume({ scale: 60 }) // a minute a second
   */
  resume(how: { scale?: number } = {}): Promise<Performed<'resume_clock'>> {
    return this.#perform('resume_clock', how)
  }
}

function toInstant(at: string | number | Date): string | number {
  return at instanceof Date ? at.toISOString() : at
}
