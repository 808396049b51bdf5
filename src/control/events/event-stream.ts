import { limits } from '../../contract/limits.ts'
import { toBytes } from '../../text/bytes.ts'

const HEARTBEAT = toBytes(':\n\n')

/** The events of one account, or of all (null), for one reader, who takes them at his own pace. */
export class EventStream implements AsyncIterable<Uint8Array> {
  readonly account: string | null
  readonly #breaking = new AbortController()
  #chunks: Uint8Array[] = []
  #unread = 0
  #isEnded = false
  #wake = () => {}

  constructor(account: string | null) {
    this.account = account
  }

  /** Aborted when the reader is cut off. */
  get breaks(): AbortSignal {
    return this.#breaking.signal
  }

  /** In bytes. What the reader has taken counts until he asks for more. */
  get unread(): number {
    return this.#unread
  }

  add(bytes: Uint8Array): void {
    if (this.#isEnded) return
    this.#chunks.push(bytes)
    this.#unread += bytes.length
    this.#wake()
  }

  /** Adds events; a reader who is too far behind is cut off. */
  take(bytes: Uint8Array): void {
    if (this.#unread > limits.eventBytes.value) this.cut()
    else if (bytes.length > 0) this.add(bytes)
  }

  /** Keeps an idle connection open; a reader who still has something to read needs no heartbeat. */
  beat(): void {
    if (this.#unread === 0) this.add(HEARTBEAT)
  }

  /** Ends after what is unread. */
  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  /** Drops what is unread, and the connection with it. */
  cut(): void {
    this.#chunks = []
    this.#unread = 0
    this.end()
    this.#breaking.abort()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const [chunk] = this.#chunks
      if (chunk !== undefined) {
        yield chunk
        if (this.#chunks.shift() !== undefined) this.#unread -= chunk.length
      } else if (this.#isEnded) return
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
