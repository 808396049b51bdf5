import type { Asker } from './question.ts'

/** Large answers are made and sent one after another, so that there is memory for them however many are asked for. */
export class LargeAnswers {
  readonly #waiting = new Set<() => void>()
  readonly #nextTurn: (act: () => void) => void
  #current: Asker | undefined

  /** `nextTurn` calls back in a turn of its own, so that others are served between two answers. */
  constructor(nextTurn: (act: () => void) => void) {
    this.#nextTurn = nextTurn
  }

  /**
   * Waits for the turn of an answer, which lasts until it was sent or its asker has left.
   * @throws the reason of the signal when the asker leaves before
   */
  turnOf(asker: Asker): Promise<void> {
    const { left, over } = asker
    return new Promise((resolve, reject) => {
      const begin = () => {
        left.removeEventListener('abort', leave)
        this.#current = asker
        over.addEventListener('abort', () => this.#end(), { once: true })
        if (this.#waiting.size > 0) asker.hurry()
        resolve()
      }
      const leave = () => {
        this.#waiting.delete(begin)
        reject(left.reason as Error)
      }
      if (this.#current === undefined && !over.aborted) return begin()
      if (left.aborted) return leave()
      left.addEventListener('abort', leave, { once: true })
      this.#waiting.add(begin)
      this.#current?.hurry()
    })
  }

  #end(): void {
    this.#nextTurn(() => {
      this.#current = undefined
      const [next] = this.#waiting
      if (next === undefined) return
      this.#waiting.delete(next)
      next()
    })
  }
}
