import { limits } from '../../contract/limits.ts'
import type { Output } from '../output/io.ts'

type Line = { text: string; content: string; count: number }

type LinesOptions = {
  /** Lines in a row with the same content become one. */
  isFolded: boolean
  /** The line that replaces those that were dropped. */
  toNotice: (dropped: number) => string
}

/** Lines that wait for their output. There is a limit to their bytes: over it the oldest are dropped and counted. */
export class WaitingLines {
  readonly #options: LinesOptions
  #lines: Line[] = []
  #bytes = 0
  #dropped = 0
  #writing: Promise<void> | undefined

  constructor(options: LinesOptions) {
    this.#options = options
  }

  /** Lines with the same `content` tell the same but for their times. */
  add(text: string, content: string): void {
    const last = this.#lines.at(-1)
    if (this.#options.isFolded && last?.content === content) {
      last.count += 1
      return
    }
    this.#lines.push({ text, content, count: 1 })
    this.#bytes += Buffer.byteLength(text)
    while (this.#bytes > limits.outputBytes.value && this.#lines.length > 1) {
      const { text: oldest, count } = this.#lines.shift()!
      this.#bytes -= Buffer.byteLength(oldest)
      this.#dropped += count
    }
  }

  /** Writes the lines, one write at a time, until none is left. */
  writeTo(out: Output): Promise<void> {
    return (this.#writing ??= this.#writeAll(out).finally(() => (this.#writing = undefined)))
  }

  async #writeAll(out: Output): Promise<void> {
    while (this.#lines.length > 0) {
      const text = this.#take()
      await new Promise<void>((resolve) => out.write(text, resolve))
    }
  }

  #take(): string {
    const notice = this.#dropped > 0 ? [this.#options.toNotice(this.#dropped)] : []
    const shown = this.#lines.map(({ text, count }) =>
      count === 1 ? text : `${text} (× ${count})`,
    )
    this.#lines = []
    this.#bytes = 0
    this.#dropped = 0
    return [...notice, ...shown].map((line) => `${line}\n`).join('')
  }
}
