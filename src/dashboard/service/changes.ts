import { readEvents } from './event-stream.ts'
import type { Change, Source, ToldEntry } from './service.ts'

const RECONNECT_MS = 1_000
/** The sandbox sends a heartbeat every 15 seconds, so a connection that is silent for longer is dead. */
const SILENCE_MS = 40_000

/** Tells of what happens, until the returned function is called. */
export function followChanges(source: Source, tell: (change: Change) => void): () => void {
  const end = new AbortController()
  void follow(source, tell, end.signal)
  return () => end.abort()
}

/** Tells of changes until the end, and connects again whenever the connection is lost. */
async function follow(
  { url, token, send }: Source,
  tell: (change: Change) => void,
  end: AbortSignal,
): Promise<void> {
  let lastId = ''
  while (!end.aborted) {
    const silence = makeSilence()
    try {
      const response = await send(`${url}/_sandbox/events`, {
        signal: AbortSignal.any([end, silence.signal]),
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(lastId !== '' && { 'last-event-id': lastId }),
        },
      })
      if (response.status === 401) return tell({ type: 'refused' })
      if (response.ok && response.body) {
        for await (const { id, event, data } of readEvents(response.body, silence.restart)) {
          const isAnother = lastId !== '' && runOf(lastId) !== runOf(id)
          lastId = id
          const change = toChange(event, JSON.parse(data), isAnother)
          if (change) tell(change)
        }
      }
    } catch (error) {
      if (!isLost(error)) {
        tell({ type: 'lost' })
        throw error
      }
    } finally {
      silence.end()
    }
    if (end.aborted) return
    tell({ type: 'lost' })
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
  }
}

function toChange(event: string, data: unknown, isAnother: boolean): Change | undefined {
  switch (event) {
    case 'hello':
      return { type: 'live', isAnother }
    case 'request':
      return { type: 'entry', entry: data as ToldEntry }
    case 'history':
      // A request comes as a `request` as well, with everything.
      return (data as { type?: string }).type === 'call'
        ? undefined
        : { type: 'entry', entry: data as ToldEntry }
    case 'accounts':
      return { type: 'accounts' }
    case 'reset':
      return { type: 'everything' }
    default:
      return undefined
  }
}

/** Every run of a sandbox counts its events from 1: their ids are that of the run and a number. */
function runOf(id: string): string {
  return id.slice(0, id.lastIndexOf('-'))
}

/** Fetch throws a TypeError when the connection fails, and a DOMException when it is aborted. */
function isLost(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException
}

/** Aborts when nothing was received for too long. */
function makeSilence() {
  const tooLong = new AbortController()
  const wait = () => setTimeout(() => tooLong.abort(), SILENCE_MS)
  let timer = wait()
  return {
    signal: tooLong.signal,
    end: () => clearTimeout(timer),
    restart: () => {
      clearTimeout(timer)
      timer = wait()
    },
  }
}
