import { limits } from '../../contract/limits.ts'
import type { MachineClock } from '../../core/clock/machine-clock.ts'
import { contain, type Report } from '../../core/contain.ts'
import { joinFrames, toFrame, type EventName, type StoredEvent } from './event-frames.ts'
import { joinBytes, toBytes } from '../../text/bytes.ts'
import { EventHistory } from './event-history.ts'
import type { EventStream } from './event-stream.ts'
import { EventStreams } from './event-streams.ts'

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
const MAX_FLUSH_BYTES = limits.eventBytes.value
/** No event is shorter than 200 bytes. */
const MAX_WAITING = MAX_FLUSH_BYTES / 200
const REMEMBERED_MS = 60_000
/** With more streams than this, events are sent in batches, because each stream costs a system call. */
const PROMPT_STREAMS = 20
const MS_PER_STREAM = 1 / 20

const tooLarge = () => ({ too_large: true })

/**
 * Publishes what happens in the sandbox as server-sent events. It stores nothing before the first listener
 * connects and again some time after the last one has left, so an unused feed costs nothing.
 */
export class EventFeed {
  readonly #run: string
  readonly #clock: MachineClock
  readonly #report: Report
  readonly #soon: FeedParts['soon']
  readonly #streams: EventStreams
  readonly #history = new EventHistory()
  #waiting: WaitingEvent[] = []
  #last = 0
  #isWatched = false
  #isPlanned = false
  #isReplaced = false

  constructor({ run, closing, clock, soon, report }: FeedParts) {
    this.#run = run
    this.#clock = clock
    this.#soon = soon
    this.#report = report
    this.#streams = new EventStreams(clock, report)
    const close = contain(report, () => this.#streams.end())
    closing.addEventListener('abort', close, { once: true })
  }

  /** Is there anybody for whom events are kept? If not, `publish` does nothing. */
  get isWatched(): boolean {
    if (this.#isWatched && this.#streams.idleMs > REMEMBERED_MS) {
      this.#isWatched = false
      this.#startOver()
    }
    return this.#isWatched
  }

  /** Are as many streams open as may be? */
  get isFull(): boolean {
    return this.#streams.isFull
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
   * Starts a stream. It continues after `lastId` if the history still has that event, otherwise it
   * begins with a `reset` event.
   */
  open({ lastId, account, hello, left }: Listener): EventStream {
    if (this.#isPlanned) this.#flush() // so that the new stream does not get events from before it was opened
    const isResumed = lastId !== undefined && this.#isKnown(lastId)
    const sent = isResumed ? numberOf(lastId) : this.#last
    const parts = [toBytes('retry: 1000\n\n'), toFrame('hello', hello, this.#idOf(sent))]
    if (lastId !== undefined && !isResumed) parts.push(toFrame('reset', {}, this.#idOf(this.#last)))
    const missed = joinFrames(this.#history.since(sent))(account)
    if (missed) parts.push(missed)
    this.#isWatched = true
    const stream = this.#streams.open(account, left)
    stream.add(joinBytes(parts))
    return stream
  }

  /** Flushes when the answers are sent: the call has its end by then, and several events share one write. */
  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    const flush = contain(this.#report, () => this.#flush())
    const { size } = this.#streams
    if (size <= PROMPT_STREAMS) this.#soon(flush)
    else this.#clock.after(size * MS_PER_STREAM, flush)
  }

  #flush(): void {
    this.#isPlanned = false
    const events = this.#take()
    this.#streams.cutSlowest()
    if (events === undefined || this.#isReplaced) {
      this.#isReplaced = false
      this.#startOver()
      const reset = toFrame('reset', {}, this.#idOf(this.#last))
      this.#streams.send(() => reset)
      return
    }
    this.#streams.send(joinFrames(events))
    this.#history.add(events)
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
      if (bytes > MAX_FLUSH_BYTES) return undefined
      events.push(stored)
    }
    return events
  }

  /** Serializes an event. One that fails is reported and skipped. */
  #store({ event, account, dataOf, shortOf }: WaitingEvent): StoredEvent | undefined {
    this.#last += 1
    const number = this.#last
    try {
      const full = toFrame(event, dataOf(), this.#idOf(number))
      const isTooLarge = full.length > MAX_EVENT_BYTES
      const frame = isTooLarge ? toFrame(event, shortOf(), this.#idOf(number)) : full
      return { number, account, frame }
    } catch (error) {
      this.#report(error)
      return undefined
    }
  }

  #idOf(number: number): string {
    return `${this.#run}-${number}`
  }

  #isKnown(id: string): boolean {
    const oldest = (this.#history.oldest ?? this.#last + 1) - 1
    const number = numberOf(id)
    return id.startsWith(`${this.#run}-`) && number >= oldest && number <= this.#last
  }

  /** Drops the history and skips a number, so that clients that reconnect get a `reset`. */
  #startOver(): void {
    this.#history.clear()
    this.#last += 1
  }
}

function numberOf(id: string): number {
  return Number(/-(\d{1,15})$/.exec(id)?.[1] ?? -1)
}
