import type { Output } from './io.ts'

/** The part of a standard stream that is used here. */
type Stream = Pick<NodeJS.WriteStream, 'write' | 'on'>

/** A standard stream whose errors end the output instead of the process. */
export class ProcessOutput implements Output {
  readonly #stream: Stream
  readonly #listeners: ((code: string) => void)[] = []
  #failure: string | undefined
  #waiting = 0
  #whenWritten: (() => void)[] = []

  constructor(stream: Stream) {
    this.#stream = stream
    stream.on('error', (error: NodeJS.ErrnoException) => this.#fail(error))
  }

  /** The error code if the output has failed before a listener was added. */
  get unreportedFailure(): string | undefined {
    return this.#listeners.length === 0 ? this.#failure : undefined
  }

  onFailure(listener: (code: string) => void): void {
    this.#listeners.push(listener)
    if (this.#failure !== undefined) listener(this.#failure)
  }

  /** Resolves when all writes have finished or failed. */
  written(): Promise<void> {
    if (this.#waiting === 0) return Promise.resolve()
    return new Promise((resolve) => this.#whenWritten.push(resolve))
  }

  write(content: string | Uint8Array, done: () => void = () => {}): void {
    if (this.#failure !== undefined) return done()
    this.#waiting += 1
    const finish = () => {
      this.#waiting -= 1
      done()
      if (this.#waiting === 0) for (const resolve of this.#whenWritten.splice(0)) resolve()
    }
    try {
      this.#stream.write(content, (error) => {
        if (error) this.#fail(error)
        finish()
      })
    } catch (error) {
      // Writes to files and terminals are synchronous, so their errors may be thrown.
      this.#fail(error as NodeJS.ErrnoException)
      finish()
    }
  }

  #fail({ code = 'unknown error' }: NodeJS.ErrnoException): void {
    if (this.#failure !== undefined) return
    this.#failure = code
    for (const listener of this.#listeners) listener(code)
  }
}
