import { limits } from '../../contract/limits.ts'
import type { ServerResponse } from 'node:http'
import { contain, type Report } from '../../core/contain.ts'
import { joinFrames, toFrame, type EventName, type StoredEvent } from './event-frames.ts'
import { EventHistory } from './event-history.ts'
import { EventStreams } from './event-streams.ts'
import { clearTimeout, setImmediate, setTimeout } from '../../node/real-timers.ts'

export type Listener = {
  /** The `Last-Event-ID` header of a client that reconnects. */
  lastId: string | undefined
  /** Sends only the events of this account and those that concern all; null sends every event. */
  account: string | null
  hello: unknown
}

type Waiting = {
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
  readonly #closing: AbortSignal
  readonly #report: Report
  readonly #whenAnswered: (act: () => void) => void
  readonly #streams: EventStreams
  readonly #history = new EventHistory()
  #waiting: Waiting[] = []
  #last = 0
  #isWatched = false
  #isPlanned = false
  #forgetting: NodeJS.Timeout | undefined

  /**
   * `run` is unique to this run of the sandbox, so that event ids of an earlier run are not accepted. `whenAnswered`
   * calls back when the answers that are ready have been sent.
   */
  constructor(
    run: string,
    closing: AbortSignal,
    report: Report,
    whenAnswered: (act: () => void) => void = (act) => act(),
  ) {
    this.#whenAnswered = whenAnswered
    this.#run = run
    this.#closing = closing
    this.#report = report
    this.#streams = new EventStreams(report, () => this.#forgetLater())
    const close = contain(report, () => this.#close())
    // One listener for all streams, since Node warns about more than ten.
    closing.addEventListener('abort', close, { once: true })
  }

  /** Is there anybody for whom events are kept? If not, `publish` does nothing. */
  get isWatched(): boolean {
    return this.#isWatched
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
    if (!this.#isWatched) return
    // One event beyond the limit is enough: the next flush then sends a `reset` instead.
    if (this.#waiting.length <= MAX_WAITING) this.#waiting.push({ event, account, dataOf, shortOf })
    this.#plan()
  }

  /**
   * Starts a stream. It continues after `lastId` if the history still has that event, otherwise it
   * begins with a `reset` event. Returns false when too many streams are open.
   */
  open(response: ServerResponse, { lastId, account, hello }: Listener): boolean {
    if (this.#streams.isFull) return false
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    })
    if (response.req.method === 'HEAD') {
      response.end() // a stream without writes would never notice that the client has disconnected
      return true
    }
    if (this.#isPlanned) this.#flush() // so that the new stream does not get events from before it was opened
    const isResumed = lastId !== undefined && this.#isKnown(lastId)
    const sent = isResumed ? numberOf(lastId) : this.#last
    const parts = [Buffer.from('retry: 1000\n\n'), toFrame('hello', hello, this.#idOf(sent))]
    if (lastId !== undefined && !isResumed) parts.push(toFrame('reset', {}, this.#idOf(this.#last)))
    parts.push(joinFrames(this.#history.since(sent))(account) ?? Buffer.alloc(0))
    response.write(Buffer.concat(parts))
    this.#isWatched = true
    clearTimeout(this.#forgetting)
    this.#streams.add({ response, account })
    return true
  }

  /** Flushes when the answers are sent: the call has its end by then, and several events share one write. */
  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    const flush = contain(this.#report, () => this.#flush())
    const { size } = this.#streams
    if (size <= PROMPT_STREAMS) this.#whenAnswered(() => setImmediate(flush))
    else setTimeout(flush, size * MS_PER_STREAM)
  }

  #flush(): void {
    this.#isPlanned = false
    const events = this.#take()
    this.#streams.cutSlowest()
    if (events === undefined) {
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
  #store({ event, account, dataOf, shortOf }: Waiting): StoredEvent | undefined {
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

  #forgetLater(): void {
    if (this.#closing.aborted) return
    const forget = contain(this.#report, () => {
      this.#isWatched = false
      this.#startOver()
    })
    this.#forgetting = setTimeout(forget, REMEMBERED_MS).unref()
  }

  #close(): void {
    clearTimeout(this.#forgetting)
    this.#streams.end()
  }
}

function numberOf(id: string): number {
  return Number(/-(\d{1,15})$/.exec(id)?.[1] ?? -1)
}
