import type { SafeIo } from '../output/io.ts'

/**
 * The progress on standard error. On a terminal the state is one line that is rewritten; elsewhere only the
 * lines of `log` are written. End it before anything else is written.
 */
export class Progress {
  readonly #io: SafeIo
  readonly #isDumb: boolean
  #state = ''

  constructor(io: SafeIo, env: { readonly TERM?: string | undefined }) {
    this.#io = io
    this.#isDumb = env.TERM === 'dumb'
  }

  /** Whether there is a line that is rewritten. */
  get isLive(): boolean {
    return this.#columns() !== undefined
  }

  /** Replaces the line of the state; one line without control characters. */
  show(state: string): void {
    const columns = this.#columns()
    if (columns === undefined) return
    const text = state.slice(0, columns - 1)
    if (text === this.#state) return
    this.#io.stderr.writeRaw(`\r${text}\x1B[K`)
    this.#state = text
  }

  /** Writes a line, and the output of a command after it. */
  log(line: string, output = ''): void {
    const state = this.#state
    this.end()
    this.#io.stderr.write(`${line}\n`)
    if (output !== '') this.#io.stderr.writeRaw(indented(output))
    if (state !== '') this.show(state)
  }

  /** Removes the line of the state. */
  end(): void {
    if (this.#state === '') return
    this.#io.stderr.writeRaw('\r\x1B[K')
    this.#state = ''
  }

  #columns(): number | undefined {
    return this.#isDumb ? undefined : this.#io.errorColumns?.()
  }
}

/** The output of a command, four spaces in. */
function indented(output: string): string {
  return `${output.trimEnd().replaceAll(/^/gm, '    ')}\n`
}
