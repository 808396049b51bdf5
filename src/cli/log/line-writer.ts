import { limits } from '../../contract/limits.ts'
import type { CallLines } from './request-log.ts'
import type { Output } from '../output/io.ts'

/** Writes lines to an output that may be slow. The buffer is limited; lines that do not fit are counted. */
export class LineWriter implements CallLines {
  readonly #out: Output
  readonly #toNotice: (dropped: number) => string
  #waiting: string[] = []
  #waitingBytes = 0
  #unnoticed = 0
  #isWriting = false
  #hasFailed = false
  #whenIdle: (() => void)[] = []

  /** `toNotice` returns the line that replaces those that were dropped. */
  constructor(out: Output, toNotice: (dropped: number) => string) {
    this.#out = out
    this.#toNotice = toNotice
    out.onFailure(() => {
      this.#hasFailed = true
      this.#waiting = []
    })
  }

  /** Adds a line if there is room for it; returns whether there was. `toLine` is called only then. */
  add(toLine: () => string): boolean {
    if (this.#hasFailed) return true
    if (this.#waitingBytes >= limits.outputBytes.value) {
      this.#unnoticed += 1
      return false
    }
    this.#addNotice()
    this.#push(toLine())
    return true
  }

  /** Writes the waiting lines, one write at a time. */
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

  /** Resolves when all lines are written. */
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
