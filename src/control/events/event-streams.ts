import { limits } from '../../contract/limits.ts'
import type { ServerResponse } from 'node:http'
import { contain, type Report } from '../../core/contain.ts'
import { whenLeft } from '../../node/http/server/when-left.ts'
import { clearInterval, setInterval } from '../../node/real-timers.ts'

const MAX_STREAMS = limits.streams.value
const MAX_UNREAD_BYTES = limits.eventBytes.value
const MAX_ALL_UNREAD_BYTES = limits.unreadBytes.value
const HEARTBEAT_MS = 15_000

/** An open stream of the events of one account, or of all (null). */
type Stream = { response: ServerResponse; account: string | null }

/** The open event streams, and what their clients have not read. */
export class EventStreams {
  readonly #streams = new Set<Stream>()
  readonly #report: Report
  readonly #onLeft: () => void
  #heartbeat: NodeJS.Timeout | undefined

  /** `onLeft` is called when the last listener has left. */
  constructor(report: Report, onLeft: () => void) {
    this.#report = report
    this.#onLeft = onLeft
  }

  get size(): number {
    return this.#streams.size
  }

  get isFull(): boolean {
    return this.#streams.size >= MAX_STREAMS
  }

  add(stream: Stream): void {
    this.#streams.add(stream)
    this.#heartbeat ??= setInterval(
      contain(this.#report, () => this.#beat()),
      HEARTBEAT_MS,
    )
    whenLeft(stream.response, () => this.#remove(stream))
  }

  #remove(stream: Stream): void {
    stream.response.end()
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return
    clearInterval(this.#heartbeat)
    this.#heartbeat = undefined
    this.#onLeft()
  }

  /** Sends to each stream what is for its account. */
  send(bytesFor: (account: string | null) => Buffer | undefined): void {
    for (const { response, account } of this.#streams) {
      const bytes = bytesFor(account)
      if (bytes === undefined || response.writableEnded) continue
      if (response.writableLength > MAX_UNREAD_BYTES) response.destroy()
      else response.write(bytes)
    }
  }

  /** Disconnects the clients with the most unread bytes until the total is within the limit. */
  cutSlowest(): void {
    let unread = 0
    for (const { response } of this.#streams) unread += response.writableLength
    if (unread <= MAX_ALL_UNREAD_BYTES) return
    const slowest = [...this.#streams].toSorted(
      (a, b) => b.response.writableLength - a.response.writableLength,
    )
    for (const { response } of slowest) {
      if (unread <= MAX_ALL_UNREAD_BYTES) return
      unread -= response.writableLength
      response.destroy()
    }
  }

  end(): void {
    for (const { response } of this.#streams) response.end()
  }

  /** Keeps idle connections open; a client that still has bytes to read needs no heartbeat. */
  #beat(): void {
    for (const { response } of this.#streams)
      if (response.writableLength === 0 && !response.writableEnded) response.write(':\n\n')
  }
}
