import type { ServerResponse } from 'node:http'
import { storedBounds } from '../../contract/bounds.ts'

type Held = {
  response: ServerResponse
  bytes: number
  finish: () => void
  forget: () => void
}

const { heldAnswers, heldBytes } = storedBounds

/** Answers that are held back for a while, or for good: bounded, oldest out first. */
export class HeldAnswers {
  readonly #held = new Set<Held>()
  #bytes = 0

  /** Acts after so long, or at the release; not at all once the client has gone away. */
  hold(response: ServerResponse, ms: number, bytes: number, act: () => void): void {
    const forget = () => {
      clearTimeout(timer)
      response.off('close', forget)
      if (this.#held.delete(held)) this.#bytes -= bytes
    }
    const finish = () => {
      forget()
      act()
    }
    const timer = ms === Infinity ? undefined : setTimeout(finish, ms)
    const held = { response, bytes, finish, forget }
    this.#held.add(held)
    this.#bytes += bytes
    response.on('close', forget)
    this.#cutOldest()
  }

  /** Does at once what was held back. */
  release(): void {
    for (const { finish } of this.#held) finish() // each takes itself out; a Set can be walked meanwhile
  }

  #cutOldest(): void {
    for (const { response, bytes, forget } of this.#held) {
      if (this.#held.size <= heldAnswers.max && this.#bytes <= heldBytes.max) return
      // One that alone is too large is let through.
      if (this.#held.size === 1 && bytes > heldBytes.max) return
      forget()
      response.req.socket.destroy()
    }
  }
}
