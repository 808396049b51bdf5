import { storedBounds } from '../../contract/bounds.ts'
import type { CallLines } from './request-log.ts'
import type { Output } from '../output/io.ts'

/** Writes lines to an output that may be slow: what waits is bounded, and what does not fit is counted. */
export class LineWriter implements CallLines {
  readonly #out: Output
  readonly #toNotice: (dropped: number) => string
  #waiting: string[] = []
  #waitingBytes = 0
  #unnoticed = 0
  #isWriting = false
  #hasFailed = false
  #whenIdle: (() => void)[] = []

  /** `toNotice` makes the line that stands in for lines that were dropped. */
  constructor(out: Output, toNotice: (dropped: number) => string) {
    this.#out = out
    this.#toNotice = toNotice
    out.onFailure(() => {
      this.#hasFailed = true
      this.#waiting = []
    })
  }

  /** Adds a line, which is made only when there is room for it; answers whether there was. */
  add(toLine: () => string): boolean {
    if (this.#hasFailed) return true
    if (this.#waitingBytes >= storedBounds.logBytes.max) {
      this.#unnoticed += 1
      return false
    }
    this.#addNotice()
    this.#push(toLine())
    return true
  }

  /** Writes what waits, one piece at a time. */
  flush(): void {
    if (this.#isWriting || this.#waiting.length === 0) return
    this.#isWriting = true
    const text = this.#waiting.join('')
    const bytes = this.#waitingBytes
    this.#waiting = []
    this.#out.write(text, () => {
      this.#isWriting = false
      this.#waitingBytes -= bytes
      if (this.#waiting.length > 0) this.flush()
      else for (const resolve of this.#whenIdle.splice(0)) resolve()
    })
  }

  /** Resolves once nothing waits any more. */
  idle(): Promise<void> {
    this.#addNotice()
    this.flush()
    if (!this.#isWriting) return Promise.resolve()
    return new Promise((resolve) => this.#whenIdle.push(resolve))
  }

  #addNotice(): void {
    if (this.#unnoticed === 0 || this.#hasFailed) return
    this.#push(this.#toNotice(this.#unnoticed))
    this.#unnoticed = 0
  }

  #push(line: string): void {
    this.#waiting.push(`${line}\n`)
    this.#waitingBytes += Buffer.byteLength(line) + 1
  }
}
