import { limits } from '../../contract/limits.ts'
import type { CallLines } from './request-log.ts'
import type { Output } from '../output/io.ts'

type LogLine = { text: string; content: string; count: number }

/** Stores the last lines of the log until the command has ended. */
export class LastLines implements CallLines {
  readonly #isFolded: boolean
  #lines: LogLine[] = []
  #bytes = 0
  #dropped = 0

  /** With `isFolded`, lines in a row with the same content become one. */
  constructor(isFolded: boolean) {
    this.#isFolded = isFolded
  }

  add(toLine: () => string, content: string): boolean {
    const last = this.#lines.at(-1)
    if (this.#isFolded && last?.content === content) {
      last.count += 1
      return true
    }
    const text = toLine()
    this.#lines.push({ text, content, count: 1 })
    this.#bytes += Buffer.byteLength(text)
    while (this.#bytes > limits.outputBytes.value && this.#lines.length > 1) {
      const { text: dropped, count } = this.#lines.shift()!
      this.#bytes -= Buffer.byteLength(dropped)
      this.#dropped += count
    }
    return true
  }

  flush(): void {
    // Nothing to do: the lines are written at the end.
  }

  /** Writes the lines; `toNotice` returns the line that replaces those that were dropped. */
  showOn(out: Output, toNotice: (dropped: number) => string): void {
    const shown = this.#lines.map(({ text, count }) =>
      count === 1 ? text : `${text} (× ${count})`,
    )
    const lines = this.#dropped > 0 ? [toNotice(this.#dropped), ...shown] : shown
    if (lines.length > 0) out.write(`${lines.join('\n')}\n`)
    this.#lines = []
    this.#dropped = 0
  }
}
