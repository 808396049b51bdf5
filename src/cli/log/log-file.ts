import { closeSync, constants, openSync, write } from 'node:fs'
import { printable } from '../../text/escape.ts'
import { usageError } from '../output/failure.ts'
import type { Output } from '../output/io.ts'

/** The pause before a full pipe is written to again. */
const RETRY_MS = 50
// Without O_NONBLOCK, a pipe without a reader would block the start, and later the end.
const FLAGS =
  constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NONBLOCK ?? 0)

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EISDIR: 'it is a folder',
  ENXIO: 'it is a pipe without a reader',
}

/** A file to append to. Callers must wait for `done` before the next write. */
export class LogFile implements Output {
  readonly #file: number
  readonly #listeners: ((code: string) => void)[] = []
  #isOpen = true
  #isWriting = false

  /** `label` is where the path came from. @throws Failure when the file cannot be opened. */
  constructor(path: string, label: string) {
    try {
      this.#file = openSync(path, FLAGS, 0o600)
    } catch (error) {
      const { code = 'unknown error' } = error as NodeJS.ErrnoException
      const reason = reasons[code] === undefined ? '' : `: ${reasons[code]}`
      throw usageError(`${label}: cannot write ${printable(path)} (${code})${reason}`)
    }
  }

  write(text: string, done: () => void = () => {}): void {
    this.#isWriting = true
    this.#writeOn(Buffer.from(text), () => {
      this.#isWriting = false
      if (!this.#isOpen) closeSync(this.#file)
      done()
    })
  }

  onFailure(listener: (code: string) => void): void {
    this.#listeners.push(listener)
  }

  /** Closes the file after the current write, which is not retried. */
  close(): void {
    if (this.#isOpen && !this.#isWriting) closeSync(this.#file)
    this.#isOpen = false
  }

  #writeOn(bytes: Buffer, done: () => void): void {
    write(this.#file, bytes, (error, written) => {
      if (error?.code === 'EAGAIN' && this.#isOpen) {
        setTimeout(() => this.#writeOn(bytes, done), RETRY_MS)
        return
      }
      if (error) for (const listener of this.#listeners) listener(error.code ?? 'unknown error')
      if (error || written === bytes.length) done()
      else this.#writeOn(bytes.subarray(written), done)
    })
  }
}
