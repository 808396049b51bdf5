import type { Duration } from '../contract/values/duration.ts'
import type { Destination } from '../contract/values/times.ts'
import { loadSkipWaits, type SkipWaits, type WaitingAccount } from './load-skip-waits.ts'
import { SandboxError } from './error.ts'
import type { Performed } from './performed.ts'
import { realmOf } from './waiting-account.ts'

/** Runs an action on the account that owns the clock. */
type Perform = <Name extends 'advance_clock' | 'freeze_clock' | 'resume_clock'>(
  action: Name,
  args: object,
) => Promise<Performed<Name>>

/**
 * The clock of an account. It never goes back, except by `reset`, `undo`, `load` and `load_scenario`.
 *
 * @example
 * await account.clock.advance('1d12h')
 */
export class Clock {
  readonly #perform: Perform
  readonly #read: () => Promise<Date>
  readonly #toWaiting: (realm: typeof globalThis) => WaitingAccount

  /** @internal */
  constructor(
    perform: Perform,
    read: () => Promise<Date>,
    toWaiting: (realm: typeof globalThis) => WaitingAccount,
  ) {
    this.#perform = perform
    this.#read = read
    this.#toWaiting = toWaiting
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

  /**
   * Runs a function in which waits take no time: whenever the code of this thread only waits, its timers and Dates jump
   * to the first time that it waits for, and this clock moves along. Functions at the same time share their jumps. What
   * the function waits for besides, such as an answer of another service, takes its time.
   *
   * @throws SandboxError `refused` where a test tool has faked the timers; `bad_argument` outside of Node, and for
   *   anything but a function.
   * @example
   * await account.fail('outage', { for: '20s' })
   * await account.clock.skipWaits(() => client.create()) // waits for 30 s, in milliseconds
   */
  async skipWaits<Result>(run: () => Result | Promise<Result>): Promise<Result> {
    if (typeof run !== 'function') {
      const message = `clock.skipWaits must be given a function that waits (got ${typeof run})`
      throw new SandboxError('bad_argument', message)
    }
    const account = this.#toWaiting(realmOf(run))
    return onNode(account).skipWaits(account, run)
  }

  /**
   * Skips waits for all code of this thread, until the function that it returns is called.
   *
   * @internal
   */
  static startSkipping(clock: Clock): () => Promise<void> {
    const account = clock.#toWaiting(globalThis)
    return onNode(account).startSkipping(account)
  }
}

/** @throws SandboxError `refused` before anything is loaded that would take fake timers for Node's own */
function onNode(account: WaitingAccount): SkipWaits {
  if (account.areFake()) throw account.toRefusal()
  const loaded = loadSkipWaits()
  if (loaded !== undefined) return loaded
  throw new SandboxError('bad_argument', 'clock.skipWaits works on Node.js only')
}

function toInstant(at: string | number | Date): string | number {
  return at instanceof Date ? at.toISOString() : at
}
