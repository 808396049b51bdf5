import type { ServerResponse } from 'node:http'
import { setImmediate } from '../node/real-timers.ts'

/** While others wait, a client that reads nothing for this long is disconnected. */
const HURRIED_MS = 1_000

/** Large answers are made and sent one after another, so that there is memory for them however many are asked for. */
export class LargeAnswers {
  readonly #waiting = new Set<() => void>()
  #current: ServerResponse | undefined

  /**
   * Waits for the turn of an answer, which lasts until it was sent or its client has left.
   * @throws the reason of the signal when the client leaves before
   */
  turnOf(response: ServerResponse, left: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        left.removeEventListener('abort', leave)
        this.#current = response
        response.once('close', () => this.#end())
        resolve()
      }
      const leave = () => {
        this.#waiting.delete(begin)
        reject(left.reason as Error)
      }
      if (this.#current === undefined && !response.destroyed) return begin()
      if (left.aborted) return leave()
      left.addEventListener('abort', leave, { once: true })
      this.#waiting.add(begin)
      this.hurry()
    })
  }

  /** Call when the answer was written. */
  hurry(): void {
    const { socket, headersSent } = this.#current ?? {}
    if (this.#waiting.size > 0 && headersSent) socket?.setTimeout(HURRIED_MS)
  }

  /** In a turn of the event loop of its own, so that others are served between two answers. */
  #end(): void {
    setImmediate(() => {
      this.#current = undefined
      const [next] = this.#waiting
      if (next === undefined) return
      this.#waiting.delete(next)
      next()
    })
  }
}
