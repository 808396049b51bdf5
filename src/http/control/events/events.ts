import type { ServerResponse } from 'node:http'
import { storedBounds } from '../../../contract/values/bounds.ts'
import { contain, type Report } from '../../../contain.ts'
import { isLargeEntry } from '../../../core/views/account-view.ts'
import { toHistoryItem } from '../../../history/file/items.ts'
import { toHistoryNotice } from './history-events.ts'
import type { Entry } from '../../../core/record/entry.ts'
import { EventHistory, type StoredEvent } from './event-history.ts'

/** `request`: a call; `history`: an entry of a history; `clock`: a clock was moved; `accounts`: accounts were created, deleted or replaced. */
export type EventName = 'request' | 'history' | 'action' | 'clock' | 'accounts'

/** Publishes what happens in the sandbox as server-sent events. */
export interface EventFeed {
  /** Is there anybody for whom events are kept? If not, `publish` does nothing. */
  readonly isWatched: boolean
  /**
   * Sends an event to the listeners, if there are any. `dataOf` is called after the current turn, so it
   * sees the final state. When its data is too large for an event, the data of `shortOf` is sent instead.
   */
  publish(
    event: EventName,
    account: string | null,
    dataOf: () => unknown,
    shortOf?: () => unknown,
  ): void
  /**
   * Starts a stream. It continues after `lastId` if the history still has that event, otherwise it
   * begins with a `reset` event. Returns false when too many streams are open.
   */
  open(response: ServerResponse, listener: Listener): boolean
}

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
type Stream = { response: ServerResponse; account: string | null }

const MAX_STREAMS = storedBounds.eventStreams.max
const MAX_EVENT_BYTES = storedBounds.eventBytes.max
const MAX_FLUSH_BYTES = storedBounds.eventHistoryBytes.max
const MAX_WAITING = storedBounds.eventsWaiting.max
const MAX_UNREAD_BYTES = storedBounds.eventUnreadBytes.max
const MAX_ALL_UNREAD_BYTES = storedBounds.eventsUnreadBytes.max
const HEARTBEAT_MS = 15_000
/** With more streams than this, events are sent in batches, because each stream costs a system call. */
const PROMPT_STREAMS = 20
const MS_PER_STREAM = 1 / 20

/**
 * Creates a feed. `run` is unique to this run of the sandbox, so that event ids of an earlier run are not
 * accepted. The feed stores nothing before the first listener connects and again some time after the
 * last one has left, so an unused feed costs nothing.
 */
export function makeEventFeed(run: string, closing: AbortSignal, report: Report): EventFeed {
  const streams = new Set<Stream>()
  const history = new EventHistory()
  let waiting: Waiting[] = []
  let last = 0
  let isWatched = false
  let isPlanned = false
  let heartbeat: NodeJS.Timeout | undefined
  let forgetting: NodeJS.Timeout | undefined
  // One listener for all streams, since Node warns about more than ten.
  closing.addEventListener('abort', contain(report, closeAll), { once: true })

  function closeAll(): void {
    clearTimeout(forgetting)
    for (const { response } of streams) response.end()
  }

  /** Flushes after the current turn: the call has its duration by then, and several events share one write. */
  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    if (streams.size <= PROMPT_STREAMS) setImmediate(contain(report, flush))
    else setTimeout(contain(report, flush), streams.size * MS_PER_STREAM)
  }

  function flush(): void {
    isPlanned = false
    const events = take()
    cutSlowest()
    if (events === undefined) {
      startOver()
      const reset = frame('reset', {}, idOf(last))
      for (const stream of streams) send(stream, reset)
      return
    }
    const frameFor = joinFrames(events)
    for (const stream of streams) send(stream, frameFor(stream.account))
    history.add(events)
  }

  /** Serializes the waiting events; undefined when they exceed the limits. */
  function take(): StoredEvent[] | undefined {
    const taken = waiting
    waiting = []
    if (taken.length > MAX_WAITING) return undefined
    const events: StoredEvent[] = []
    let bytes = 0
    for (const event of taken) {
      const stored = store(event)
      if (stored === undefined) continue
      bytes += stored.frame.length
      if (bytes > MAX_FLUSH_BYTES) return undefined
      events.push(stored)
    }
    return events
  }

  /** Serializes an event. One that fails is reported and skipped. */
  function store({ event, account, dataOf, shortOf }: Waiting): StoredEvent | undefined {
    last += 1
    try {
      const full = frame(event, dataOf(), idOf(last))
      const isTooLarge = full.length > MAX_EVENT_BYTES
      return {
        number: last,
        account,
        frame: isTooLarge ? frame(event, shortOf(), idOf(last)) : full,
      }
    } catch (error) {
      report(error)
      return undefined
    }
  }

  function send({ response }: Stream, bytes: Buffer | undefined): void {
    if (bytes === undefined || response.writableEnded) return
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy()
    else response.write(bytes)
  }

  /** Disconnects the clients with the most unread bytes until the total is within the limit. */
  function cutSlowest(): void {
    let unread = 0
    for (const { response } of streams) unread += response.writableLength
    if (unread <= MAX_ALL_UNREAD_BYTES) return
    const slowest = [...streams].toSorted(
      (a, b) => b.response.writableLength - a.response.writableLength,
    )
    for (const { response } of slowest) {
      if (unread <= MAX_ALL_UNREAD_BYTES) return
      unread -= response.writableLength
      response.destroy()
    }
  }

  /** Drops the history and skips a number, so that clients that reconnect get a `reset`. */
  function startOver(): void {
    history.clear()
    last += 1
  }

  function idOf(number: number): string {
    return `${run}-${number}`
  }

  function isKnown(id: string): boolean {
    const oldest = (history.oldest ?? last + 1) - 1
    return id.startsWith(`${run}-`) && numberOf(id) >= oldest && numberOf(id) <= last
  }

  function attach(stream: Stream): void {
    streams.add(stream)
    isWatched = true
    clearTimeout(forgetting)
    heartbeat ??= setInterval(contain(report, beat), HEARTBEAT_MS)
    stream.response.once('close', () => {
      streams.delete(stream)
      if (streams.size > 0) return
      clearInterval(heartbeat)
      heartbeat = undefined
      if (!closing.aborted)
        forgetting = setTimeout(contain(report, unwatch), storedBounds.eventHistoryMs.max).unref()
    })
  }

  /** Keeps idle connections open; a client that still has bytes to read needs no heartbeat. */
  function beat(): void {
    for (const { response } of streams)
      if (response.writableLength === 0 && !response.writableEnded) response.write(':\n\n')
  }

  function unwatch(): void {
    isWatched = false
    startOver()
  }

  return {
    get isWatched() {
      return isWatched
    },
    publish(event, account, dataOf, shortOf = tooLarge) {
      if (!isWatched) return
      // One event beyond the limit is enough: the next flush then sends a `reset` instead.
      if (waiting.length <= MAX_WAITING) waiting.push({ event, account, dataOf, shortOf })
      plan()
    },
    open(response, { lastId, account, hello }) {
      if (streams.size >= MAX_STREAMS) return false
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      })
      if (response.req.method === 'HEAD') {
        response.end() // a stream without writes would never notice that the client has disconnected
        return true
      }
      if (isPlanned) flush() // so that the new stream does not get events from before it was opened
      const isResumed = lastId !== undefined && isKnown(lastId)
      const sent = isResumed ? numberOf(lastId) : last
      const parts = [Buffer.from('retry: 1000\n\n'), frame('hello', hello, idOf(sent))]
      if (lastId !== undefined && !isResumed) parts.push(frame('reset', {}, idOf(last)))
      parts.push(joinFrames(history.since(sent))(account) ?? Buffer.alloc(0))
      response.write(Buffer.concat(parts))
      attach({ response, account })
      return true
    },
  }
}

/** Joins the frames for the listeners of one account, or of all (null), once per account. */
function joinFrames(
  events: readonly StoredEvent[],
): (account: string | null) => Buffer | undefined {
  const joined = new Map<string | null, Buffer | undefined>()
  return (account) => {
    if (!joined.has(account)) {
      const frames = events.filter((event) => isFor(event, account)).map((event) => event.frame)
      joined.set(account, frames.length === 0 ? undefined : Buffer.concat(frames))
    }
    return joined.get(account)
  }
}

function isFor(event: StoredEvent, account: string | null): boolean {
  return account === null || event.account === null || event.account === account
}

function numberOf(id: string): number {
  return Number(/-(\d{1,15})$/.exec(id)?.[1] ?? -1)
}

const tooLarge = () => ({ too_large: true })

/** Formats a server-sent event. JSON without line breaks fits on one data line. */
function frame(event: EventName | 'hello' | 'reset', data: unknown, id: string): Buffer {
  return Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** A call as an event: its item of the history, or in short when it is large, so that large bodies are never composed. */
export function toEntryEvent(entry: Entry): [dataOf: () => object, shortOf: () => object] {
  const short = () => ({ ...toHistoryNotice(entry), too_large: true })
  return [isLargeEntry(entry) ? short : () => toHistoryItem(entry), short]
}
