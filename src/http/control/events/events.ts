import type { ServerResponse } from 'node:http'
import { storedBounds } from '../../../contract/bounds.ts'
import { contain, type Report } from '../../../contain.ts'
import {
  isLargeEntry,
  toEntryNotice,
  toEntryView,
  type EntryNotice,
} from '../../../core/views/account-view.ts'
import type { Entry } from '../../../core/account/entry.ts'
import { EventHistory, type StoredEvent } from './event-history.ts'

/**
 * What is told of while it happens: a call, an action, a clock that was moved, or that accounts came,
 * went or were replaced.
 */
export type EventName = 'request' | 'action' | 'clock' | 'accounts'

/** Tells listeners what happens, as server-sent events. */
export interface EventFeed {
  /**
   * Tells it to those who listen; `dataOf` is asked only then, once what happens now is over.
   * `shortOf` is what is told instead when that is too large for an event.
   */
  publish(
    event: EventName,
    account: string | null,
    dataOf: () => unknown,
    shortOf?: () => unknown,
  ): void
  /**
   * Streams from here on; from behind `lastId` when that is still known, else with `reset` first.
   * Answers false when there are too many streams already.
   */
  open(response: ServerResponse, listener: Listener): boolean
}

export type Listener = {
  /** The `Last-Event-ID` that it came back with. */
  lastId: string | undefined
  /** Only what is about this account, and about all. */
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
/** Beyond so many streams, events are sent in batches: each stream costs a system call. */
const PROMPT_STREAMS = 20
const MS_PER_STREAM = 1 / 20

/**
 * A feed; `run` tells this run of the sandbox from others, so that ids of an earlier one are not
 * mistaken. Nothing is kept before the first listener, nor when the last has been gone for long:
 * then it costs nothing.
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
  // One listener for all streams: Node warns of more than ten.
  closing.addEventListener('abort', contain(report, closeAll), { once: true })

  function closeAll(): void {
    clearTimeout(forgetting)
    for (const { response } of streams) response.end()
  }

  /** At the end of the turn: a call has its duration by then, and many are written in one go. */
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

  /** What waits, as frames; undefined when it is more than may be kept. */
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

  /** The event as a frame; one that cannot be told is reported, and the others are told. */
  function store({ event, account, dataOf, shortOf }: Waiting): StoredEvent | undefined {
    last += 1
    try {
      let made = frame(event, dataOf(), idOf(last))
      if (made.length > MAX_EVENT_BYTES) made = frame(event, shortOf(), idOf(last))
      return { number: last, account, frame: made }
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

  /** Cuts off who has left most unread, until all together are within their bound. */
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

  /** Forgets all events, so that nobody who comes back is taken for one who has missed nothing. */
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

  /** Keeps connections open that nothing is told on; who still has something to read needs none. */
  function beat(): void {
    for (const { response } of streams)
      if (response.writableLength === 0 && !response.writableEnded) response.write(':\n\n')
  }

  function unwatch(): void {
    isWatched = false
    startOver()
  }

  return {
    publish(event, account, dataOf, shortOf = tooLarge) {
      if (!isWatched) return
      // What is beyond the bound is not told: all have to start over then.
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
        response.end() // nothing is written to it, so nobody would notice that the client is gone
        return true
      }
      if (isPlanned) flush() // what happened before it came
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

/** The frames for listeners of an account, or of all (null); each is put together once. */
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

/** JSON has no line breaks, so one line of data is enough. */
function frame(event: EventName | 'hello' | 'reset', data: unknown, id: string): Buffer {
  return Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** A call as an event: whole, and in short where that is too large; its bodies are then not even composed. */
export function toEntryEvent(entry: Entry): [dataOf: () => unknown, shortOf: () => EntryNotice] {
  const notice = () => toEntryNotice(entry)
  return [isLargeEntry(entry) ? notice : () => toEntryView(entry), notice]
}
