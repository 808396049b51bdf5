import type { RequestEntry } from '../../contract/history/entry.ts'
import type { MachineClock } from '../clock/machine-clock.ts'

/** The time after another answer in which its client reads it and acts on it, and may even end. */
const READ_MS = 200

type HeldAnswer = {
  readonly entry: RequestEntry
  readonly send: () => void
  readonly timers: (() => void)[]
}

/**
 * Holds back the answers that a fault `hold` met: each until another request of its account has been answered. An
 * account has one such answer at a time: two would wait for each other. While one is held, the next is sent at once,
 * and so ends the wait of the first.
 *
 * A host passes every answer to `pass` before it sends it, and tells `answered` when the client has got it whole, or
 * has lost its connection. When the client leaves, it calls the function that `pass` returned.
 */
export class HeldAnswers {
  readonly #clock: MachineClock
  /** The answers that wait for another one, by their accounts. */
  readonly #waiting = new Map<string, HeldAnswer>()
  /** All answers that are not sent yet: these, and those whose clients still read another one. */
  readonly #held = new Set<HeldAnswer>()

  constructor(clock: MachineClock) {
    this.#clock = clock
  }

  /** Calls `send`: at once, or when another request was answered, and then returns a function that ends the wait. */
  pass(entry: RequestEntry, send: () => void): (() => void) | undefined {
    const { account, delivery } = entry
    if (delivery.hold_ms === 0 || this.#waiting.has(account)) {
      send()
      return undefined
    }
    entry.held_for = null
    const held: HeldAnswer = { entry, send, timers: [] }
    this.#waiting.set(account, held)
    this.#held.add(held)
    this.#sendAfter(held, delivery.hold_ms)
    return () => this.#send(held)
  }

  /** A request was answered: its account's answer that is held back can follow. */
  answered({ account, id, client_left: hasLeft }: RequestEntry): void {
    const held = this.#waiting.get(account)
    if (held === undefined || hasLeft) return
    held.entry.held_for = id
    this.#waiting.delete(account)
    this.#sendAfter(held, READ_MS)
  }

  /** Sends all answers that are held back. */
  release(): void {
    for (const held of this.#held) this.#send(held) // removes itself, which is safe while iterating a Set
  }

  #sendAfter(held: HeldAnswer, ms: number): void {
    held.timers.push(this.#clock.after(ms, () => this.#send(held)))
  }

  #send(held: HeldAnswer): void {
    const { entry, send, timers } = held
    if (!this.#held.delete(held)) return
    for (const stop of timers) stop()
    if (this.#waiting.get(entry.account) === held) this.#waiting.delete(entry.account)
    send()
  }
}
