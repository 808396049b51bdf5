import { storedBounds } from '../../contract/values/bounds.ts'
import type { CallLines } from './request-log.ts'
import type { Output } from '../output/io.ts'

/** Stores the last lines of the log until the command has ended. */
export class LastLines implements CallLines {
  #lines: string[] = []
  #bytes = 0
  #dropped = 0

  add(toLine: () => string): boolean {
    const line = toLine()
    this.#lines.push(line)
    this.#bytes += Buffer.byteLength(line)
    while (this.#bytes > storedBounds.logBytes.max && this.#lines.length > 1) {
      this.#bytes -= Buffer.byteLength(this.#lines.shift()!)
      this.#dropped += 1
    }
    return true
  }

  flush(): void {
    // Nothing to do: the lines are written at the end.
  }

  /** Writes the lines; `toNotice` returns the line that replaces those that were dropped. */
  showOn(out: Output, toNotice: (dropped: number) => string): void {
    const lines = this.#dropped > 0 ? [toNotice(this.#dropped), ...this.#lines] : this.#lines
    if (lines.length > 0) out.write(`${lines.join('\n')}\n`)
    this.#lines = []
    this.#dropped = 0
  }
}
