import { limits } from '../../contract/limits.ts'
import type { MachineClock } from '../../core/clock/machine-clock.ts'
import { contain, type Report } from '../../core/contain.ts'
import { joinBytes, toBytes } from '../../text/bytes.ts'
import { EventStream } from './event-stream.ts'

/** `request`: a call; `history`: an entry of a history; `clock`: a clock was moved; `accounts`: accounts were created, deleted or replaced. */
type EventName = 'request' | 'history' | 'action' | 'clock' | 'accounts'

/** An event as sent: serialized once, with the same bytes for every listener. */
type StoredEvent = { number: number; account: string | null; frame: Uint8Array }

export type Listener = {
  /** The `Last-Event-ID` header of a client that reconnects. */
  lastId: string | undefined
  /** Sends only the events of this account and those that concern all; null sends every event. */
  account: string | null
  hello: unknown
  /** Aborted when the client leaves. */
  left: AbortSignal
}

type FeedParts = {
  /** Unique to this run of the sandbox, so that event ids of an earlier run are not accepted. */
  run: string
  /** Aborted when the sandbox closes. */
  closing: AbortSignal
  clock: MachineClock
  /** Calls back in a later turn, when the answers that are ready have been sent. */
  soon: (act: () => void) => void
  report: Report
}

type WaitingEvent = {
  event: EventName
  account: string | null
  dataOf: () => unknown
  shortOf: () => unknown
}

const MAX_EVENT_BYTES = limits.callBytes.value
const MAX_BYTES = limits.eventBytes.value
/** No event is shorter than 200 bytes. */
const MAX_WAITING = MAX_BYTES / 200
const REMEMBERED_MS = 60_000
const HEARTBEAT_MS = 15_000

const tooLarge = () => ({ too_large: true })

/**
 * Publishes what happens in the sandbox as server-sent events. It stores nothing before the first listener
 * connects and again some time after the last one has left, so an unused feed costs nothing.
 */
export class EventFeed {
  readonly #parts: FeedParts
  readonly #streams = new Set<EventStream>()
  /** The latest events, for listeners that reconnect. */
  #kept: StoredEvent[] = []
  #keptBytes = 0
  #waiting: WaitingEvent[] = []
  /** The number of the last event. */
  #last = 0
  #isWatched = false
  #isPlanned = false
  #isReplaced = false
  #lastLeftMs = 0
  #stopHeart = () => {}

  constructor(parts: FeedParts) {
    this.#parts = parts
    const close = contain(parts.report, () => this.#streams.forEach((stream) => stream.end()))
    parts.closing.addEventListener('abort', close, { once: true })
  }

  /** Is there anybody for whom events are kept? If not, `publish` does nothing. */
  get isWatched(): boolean {
    const isLeft = this.#streams.size === 0 && performance.now() - this.#lastLeftMs > REMEMBERED_MS
    if (this.#isWatched && isLeft) {
      this.#isWatched = false
      this.#startOver()
    }
    return this.#isWatched
  }

  /** Are as many streams open as may be? */
  get isFull(): boolean {
    return this.#streams.size >= limits.streams.value
  }

  /**
   * Sends an event to the listeners, if there are any. `dataOf` is called after the current turn, so it
   * sees the final state. When its data is too large for an event, the data of `shortOf` is sent instead.
   */
  publish(
    event: EventName,
    account: string | null,
    dataOf: () => unknown,
    shortOf: () => unknown = tooLarge,
  ): void {
    if (!this.isWatched) return
    // One event beyond the limit is enough: the next flush then sends a `reset` instead.
    if (this.#waiting.length <= MAX_WAITING) this.#waiting.push({ event, account, dataOf, shortOf })
    this.#plan()
  }

  /** Has all listeners load everything again: a session has replaced all that they know. */
  reset(): void {
    if (!this.#isWatched) return
    this.#isReplaced = true
    this.#plan()
  }

  /**
   * Starts a stream. It continues after `lastId` if that event is still kept, otherwise it
   * begins with a `reset` event.
   */
  open({ lastId, account, hello, left }: Listener): EventStream {
    if (this.#isPlanned) this.#flush() // so that the new stream does not get events from before it was opened
    const isResumed = lastId !== undefined && this.#isKnown(lastId)
    const sent = isResumed ? numberOf(lastId) : this.#last
    const stream = new EventStream(account)
    stream.add(toBytes('retry: 1000\n\n'))
    stream.add(this.#toFrame('hello', hello, sent))
    if (lastId !== undefined && !isResumed) stream.add(this.#toFrame('reset', {}, this.#last))
    stream.take(joinFrames(this.#kept.filter(({ number }) => number > sent))(account))
    this.#isWatched = true
    this.#follow(stream, left)
    return stream
  }

  /** Keeps a stream until its reader leaves. */
  #follow(stream: EventStream, left: AbortSignal): void {
    if (this.#streams.size === 0) this.#beatLater()
    this.#streams.add(stream)
    const leave = () => {
      stream.end()
      this.#streams.delete(stream)
      if (this.#streams.size > 0) return
      this.#stopHeart()
      this.#lastLeftMs = performance.now()
    }
    if (left.aborted) leave()
    else left.addEventListener('abort', leave, { once: true })
  }

  #beatLater(): void {
    const beat = contain(this.#parts.report, () => {
      for (const stream of this.#streams) stream.beat()
      this.#beatLater()
    })
    this.#stopHeart = this.#parts.clock.after(HEARTBEAT_MS, beat)
  }

  /** Flushes when the answers are sent: the call has its end by then. */
  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    this.#parts.soon(contain(this.#parts.report, () => this.#flush()))
  }

  #flush(): void {
    this.#isPlanned = false
    const events = this.#take()
    this.#cutSlowest()
    if (events === undefined || this.#isReplaced) {
      this.#isReplaced = false
      this.#startOver()
      const reset = this.#toFrame('reset', {}, this.#last)
      for (const stream of this.#streams) stream.take(reset)
      return
    }
    const bytesFor = joinFrames(events)
    for (const stream of this.#streams) stream.take(bytesFor(stream.account))
    for (const event of events) this.#keptBytes += event.frame.length
    this.#kept.push(...events)
    while (this.#keptBytes > MAX_BYTES) this.#keptBytes -= this.#kept.shift()!.frame.length
  }

  /** Cuts off the readers with the most unread bytes until the total is within the limit. */
  #cutSlowest(): void {
    const slowest = [...this.#streams].toSorted((a, b) => b.unread - a.unread)
    let unread = slowest.reduce((sum, stream) => sum + stream.unread, 0)
    for (const stream of slowest) {
      if (unread <= limits.unreadBytes.value) return
      unread -= stream.unread
      stream.cut()
    }
  }

  /** Serializes the waiting events; undefined when they exceed the limits. */
  #take(): StoredEvent[] | undefined {
    const taken = this.#waiting
    this.#waiting = []
    if (taken.length > MAX_WAITING) return undefined
    const events: StoredEvent[] = []
    let bytes = 0
    for (const event of taken) {
      const stored = this.#store(event)
      if (stored === undefined) continue
      bytes += stored.frame.length
      if (bytes > MAX_BYTES) return undefined
      events.push(stored)
    }
    return events
  }

  /** Serializes an event. One that fails is reported and skipped. */
  #store({ event, account, dataOf, shortOf }: WaitingEvent): StoredEvent | undefined {
    this.#last += 1
    const number = this.#last
    try {
      const full = this.#toFrame(event, dataOf(), number)
      const isTooLarge = full.length > MAX_EVENT_BYTES
      const frame = isTooLarge ? this.#toFrame(event, shortOf(), number) : full
      return { number, account, frame }
    } catch (error) {
      this.#parts.report(error)
      return undefined
    }
  }

  /** JSON without line breaks fits on one data line. */
  #toFrame(event: EventName | 'hello' | 'reset', data: unknown, number: number): Uint8Array {
    const id = `${this.#parts.run}-${number}`
    return toBytes(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  #isKnown(id: string): boolean {
    const oldest = (this.#kept[0]?.number ?? this.#last + 1) - 1
    const number = numberOf(id)
    return id.startsWith(`${this.#parts.run}-`) && number >= oldest && number <= this.#last
  }

  /** Drops the history and skips a number, so that clients that reconnect get a `reset`. */
  #startOver(): void {
    this.#kept = []
    this.#keptBytes = 0
    this.#last += 1
  }
}

/** Joins the frames for the listeners of one account, or of all (null), once for each. */
function joinFrames(events: readonly StoredEvent[]): (of: string | null) => Uint8Array {
  const joined = new Map<string | null, Uint8Array>()
  return (of) => {
    let bytes = joined.get(of)
    if (bytes === undefined) {
      const isFor = ({ account }: StoredEvent) => of === null || account === null || account === of
      joined.set(of, (bytes = joinBytes(events.filter(isFor).map(({ frame }) => frame))))
    }
    return bytes
  }
}

function numberOf(id: string): number {
  return Number(/-(\d{1,15})$/.exec(id)?.[1] ?? -1)
}
