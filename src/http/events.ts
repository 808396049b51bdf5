import type { ServerResponse } from 'node:http'
import { keptBounds } from '../contract/bounds.ts'

/**
 * What is told of while it happens: a call, an action, a clock that was moved, or that accounts came,
 * went or were replaced.
 */
export type EventName = 'request' | 'action' | 'clock' | 'accounts'

/** Tells listeners what happens, as server-sent events. */
export interface EventFeed {
  /** Tells it to those who listen; `dataOf` is asked only then, once what happens now is over. */
  publish(event: EventName, account: string | null, dataOf: () => unknown): void
  /** Streams from here on; from behind `lastId` when that is still known, else with `reset` first. */
  open(response: ServerResponse, listener: Listener): void
}

export type Listener = {
  /** The `Last-Event-ID` that it came back with. */
  lastId: string | undefined
  /** Only what is about this account, and about all. */
  account: string | null
  hello: unknown
}

type Told = { number: number; account: string | null; text: string }
type Stream = { response: ServerResponse; account: string | null; sent: number }

/** How much is kept for a listener that comes back. */
const MAX_KEPT = keptBounds.eventHistory.max
/** A listener that leaves so much unread is cut off; it comes back when it can. */
const MAX_UNREAD_BYTES = keptBounds.eventUnreadBytes.max
const HEARTBEAT_MS = 15_000

/**
 * A feed; `run` tells this run of the sandbox from others, so that ids of an earlier one are not
 * mistaken. Nothing is kept before the first listener: until then it costs nothing.
 */
export function makeEventFeed(run: string, closing: AbortSignal): EventFeed {
  const streams = new Set<Stream>()
  const waiting: { event: EventName; account: string | null; dataOf: () => unknown }[] = []
  let kept: Told[] = []
  let last = 0
  let isWatched = false

  /** At the end of the turn: a call has its duration by then, and many are written in one go. */
  function flush(): void {
    for (const { event, account, dataOf } of waiting.splice(0)) {
      last += 1
      kept.push({ number: last, account, text: frame(event, dataOf(), `${run}-${last}`) })
    }
    if (kept.length > 2 * MAX_KEPT) kept = kept.slice(-MAX_KEPT)
    for (const stream of streams) catchUp(stream)
  }

  function catchUp(stream: Stream): void {
    const { response, account, sent } = stream
    const text = kept
      .filter((told) => told.number > sent && isFor(told, account))
      .map((told) => told.text)
      .join('')
    stream.sent = last
    if (text === '') return
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy()
    else response.write(text)
  }

  function isKnown(id: string): boolean {
    const oldest = (kept[0]?.number ?? last + 1) - 1
    return id.startsWith(`${run}-`) && numberOf(id) >= oldest && numberOf(id) <= last
  }

  return {
    publish(event, account, dataOf) {
      if (!isWatched) return
      if (waiting.push({ event, account, dataOf }) === 1) setImmediate(flush)
    },
    open(response, { lastId, account, hello }) {
      isWatched = true
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      })
      const isResumed = lastId !== undefined && isKnown(lastId)
      response.write(
        `retry: 1000\n\n${frame('hello', hello, isResumed ? lastId : `${run}-${last}`)}`,
      )
      if (lastId !== undefined && !isResumed) response.write(frame('reset', {}, `${run}-${last}`))
      const stream = { response, account, sent: isResumed ? numberOf(lastId) : last }
      streams.add(stream)
      catchUp(stream)
      const heartbeat = setInterval(() => response.write(':\n\n'), HEARTBEAT_MS)
      const end = () => response.end()
      closing.addEventListener('abort', end, { once: true })
      response.once('close', () => {
        clearInterval(heartbeat)
        closing.removeEventListener('abort', end)
        streams.delete(stream)
      })
    },
  }
}

function isFor(told: Told, account: string | null): boolean {
  return account === null || told.account === null || told.account === account
}

function numberOf(id: string): number {
  return Number(/-(\d{1,15})$/.exec(id)?.[1] ?? -1)
}

/** JSON has no line breaks, so one line of data is enough. */
function frame(event: EventName | 'hello' | 'reset', data: unknown, id: string): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
