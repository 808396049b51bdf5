import type { ServerResponse } from 'node:http'
import { storedBounds } from '../../contract/values/bounds.ts'
import { hasLeft } from './when-left.ts'
import type { MachineClock } from './machine-clock.ts'

type Held = {
  response: ServerResponse
  bytes: number
  finish: () => void
  forget: () => void
}

const { heldAnswers, heldBytes } = storedBounds

/**
 * Responses that are delayed or never sent. Limited in number and bytes. Those of clients that have closed their side
 * are dropped first, since few of them still read; then the oldest.
 */
export class HeldAnswers {
  readonly #clock: MachineClock
  readonly #held = new Set<Held>()
  #bytes = 0

  constructor(clock: MachineClock) {
    this.#clock = clock
  }

  /** Calls `act` after `ms`, or on `release()`; never after the client has disconnected. */
  hold(response: ServerResponse, ms: number, bytes: number, act: () => void): void {
    const forget = () => {
      stopTimer()
      response.off('close', forget)
      if (this.#held.delete(held)) this.#bytes -= bytes
    }
    const finish = () => {
      forget()
      act()
    }
    const stopTimer = this.#clock.after(ms, finish)
    const held = { response, bytes, finish, forget }
    this.#held.add(held)
    this.#bytes += bytes
    response.on('close', forget)
    if (!this.#hasRoom) this.#cut()
  }

  /** Finishes all held responses at once. */
  release(): void {
    for (const { finish } of this.#held) finish() // removes itself, which is safe while iterating a Set
  }

  get #hasRoom(): boolean {
    return this.#held.size <= heldAnswers.max && this.#bytes <= heldBytes.max
  }

  #cut(): void {
    const held = [...this.#held]
    const left = held.filter(({ response }) => hasLeft(response))
    for (const { response, bytes, forget } of new Set([...left, ...held])) {
      if (this.#hasRoom) return
      // A single response that is too large by itself may stay.
      if (this.#held.size === 1 && bytes > heldBytes.max) return
      forget()
      response.req.socket.destroy()
    }
  }
}
