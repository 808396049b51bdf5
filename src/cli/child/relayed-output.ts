import { limits } from '../../contract/limits.ts'
import type { Readable } from 'node:stream'
import type { SafeIo, SafeOutput } from '../output/io.ts'
import { OutputEnd } from './captured-output.ts'

/** The time for which background processes of a command may keep its output open after its end. */
const OUTPUT_MS = 1_000
const TICK_MS = 50

type Streams = { stdout: Readable | null; stderr: Readable | null }
type Stdio = ['inherit', 'inherit' | 'pipe', 'inherit' | 'pipe']

/**
 * Passes on what a command writes, byte by byte and no faster than it is read, and keeps the end of it. What goes to a
 * terminal still goes there directly: a command that notices one behaves in another way.
 */
export class RelayedOutput {
  readonly stdio: Stdio
  readonly #io: SafeIo
  readonly #stdout: SafeOutput
  readonly #end = new OutputEnd(limits.outputBytes.value)
  #open = 0
  #writing = 0
  #hasEnded = () => {}

  /** @param options with `json`, all of it goes to standard error */
  constructor(io: SafeIo, { json }: { json: boolean }) {
    this.#io = io
    this.#stdout = json ? io.stderr : io.stdout
    this.stdio = [
      'inherit',
      io.isTerminal && !json ? 'inherit' : 'pipe',
      io.isErrorTerminal ? 'inherit' : 'pipe',
    ]
  }

  /** The end of what was passed on. */
  get text(): string {
    return this.#end.toString()
  }

  start({ stdout, stderr }: Streams): void {
    if (stdout) this.#relay(stdout, this.#stdout, 'standard output')
    if (stderr) this.#relay(stderr, this.#io.stderr, 'standard error')
  }

  /** Resolves when everything was passed on that the command wrote before it ended. */
  async rest({ stdout, stderr }: Streams, isAskedToEnd: () => boolean): Promise<void> {
    if (this.#open === 0) return
    let waitedMs = 0
    const watch = setInterval(() => {
      // A slow reader of our output gets all of it.
      if (this.#writing === 0 || isAskedToEnd()) waitedMs += TICK_MS
      if (waitedMs < OUTPUT_MS) return
      stdout?.destroy()
      stderr?.destroy()
    }, TICK_MS)
    await new Promise<void>((resolve) => (this.#hasEnded = resolve))
    clearInterval(watch)
  }

  #relay(from: Readable, to: SafeOutput, name: string): void {
    const note = this.#end.reader()
    this.#open += 1
    from.on('data', (bytes: Buffer) => {
      note(bytes)
      from.pause()
      this.#writing += 1
      to.writeRaw(bytes, () => {
        this.#writing -= 1
        from.resume()
      })
    })
    from.on('error', () => {}) // `close` follows
    from.on('close', () => {
      this.#open -= 1
      if (this.#open === 0) this.#hasEnded()
    })
    to.onFailure((code) => {
      from.destroy() // the command notices it, as if it had written there itself
      if (code !== 'EPIPE') {
        this.#io.stderr.write(`alias-sandbox: exec: cannot write ${name} (${code})\n`)
      }
    })
  }
}
