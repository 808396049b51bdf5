import { limits } from '../../contract/limits.ts'
import { contain, type Report } from '../../core/contain.ts'
import type { MachineClock } from '../../core/clock/machine-clock.ts'
import { EventStream } from './event-stream.ts'

const MAX_STREAMS = limits.streams.value
const MAX_UNREAD_BYTES = limits.eventBytes.value
const MAX_ALL_UNREAD_BYTES = limits.unreadBytes.value
const HEARTBEAT_MS = 15_000

/** The open event streams, and what their readers have not read. */
export class EventStreams {
  readonly #streams = new Set<EventStream>()
  readonly #clock: MachineClock
  readonly #report: Report
  #stopHeart: (() => void) | undefined
  #lastLeftMs = -Infinity

  constructor(clock: MachineClock, report: Report) {
    this.#clock = clock
    this.#report = report
  }

  get size(): number {
    return this.#streams.size
  }

  get isFull(): boolean {
    return this.#streams.size >= MAX_STREAMS
  }

  /** For how long there has been no reader, in real time. */
  get idleMs(): number {
    return this.size > 0 ? 0 : performance.now() - this.#lastLeftMs
  }

  /** Opens a stream that ends when its reader leaves. */
  open(account: string | null, left: AbortSignal): EventStream {
    const stream = new EventStream(account)
    this.#streams.add(stream)
    if (this.#stopHeart === undefined) this.#beatLater()
    const leave = () => this.#remove(stream)
    if (left.aborted) leave()
    else left.addEventListener('abort', leave, { once: true })
    return stream
  }

  #remove(stream: EventStream): void {
    stream.end()
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return
    this.#stopHeart?.()
    this.#stopHeart = undefined
    this.#lastLeftMs = performance.now()
  }

  /** Sends to each stream what is for its account. */
  send(bytesFor: (account: string | null) => Uint8Array | undefined): void {
    for (const stream of this.#streams) {
      const bytes = bytesFor(stream.account)
      if (bytes === undefined) continue
      if (stream.unread > MAX_UNREAD_BYTES) stream.cut()
      else stream.add(bytes)
    }
  }

  /** Cuts off the readers with the most unread bytes until the total is within the limit. */
  cutSlowest(): void {
    let unread = 0
    for (const stream of this.#streams) unread += stream.unread
    if (unread <= MAX_ALL_UNREAD_BYTES) return
    for (const stream of [...this.#streams].toSorted((a, b) => b.unread - a.unread)) {
      if (unread <= MAX_ALL_UNREAD_BYTES) return
      unread -= stream.unread
      stream.cut()
    }
  }

  end(): void {
    for (const stream of this.#streams) stream.end()
  }

  #beatLater(): void {
    const beat = contain(this.#report, () => {
      for (const stream of this.#streams) stream.beat()
      this.#beatLater()
    })
    this.#stopHeart = this.#clock.after(HEARTBEAT_MS, beat)
  }
}
