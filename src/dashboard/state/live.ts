import { effect, signal } from '@preact/signals'
import type { EntryNotice } from '../../client/client.ts'
import { showError } from './notice.ts'
import { route } from './route.ts'
import type { Entry } from './types.ts'
import {
  fetchEntry,
  isLocked,
  lock,
  refreshAccount,
  refreshAccounts,
  refreshAll,
  takeEntry,
  token,
  version,
} from './state.ts'

/** Is the page told what happens? */
export const connection = signal<'live' | 'lost'>('lost')

const AGAIN_MS = 1_000
/** The sandbox says something every 15 seconds at least; a line that is silent for much longer is dead. */
const SILENCE_MS = 40_000

/**
 * Listens to the sandbox as long as the page is open, and comes back when the connection was lost. By
 * fetch and not by EventSource, which cannot send the control token.
 */
export function listen(): void {
  effect(() => {
    if (isLocked.value) return undefined
    const hangUp = new AbortController()
    void stayConnected(token.value, hangUp.signal)
    return () => hangUp.abort()
  })
}

async function stayConnected(secret: string | undefined, hungUp: AbortSignal): Promise<void> {
  let lastId = ''
  while (!hungUp.aborted) {
    const silence = makeSilence()
    try {
      const response = await fetch('/_sandbox/events', {
        signal: AbortSignal.any([hungUp, silence.signal]),
        headers: {
          ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
          ...(lastId !== '' && { 'last-event-id': lastId }),
        },
      })
      if (response.status === 401) {
        lock()
        return
      }
      if (!response.ok || !response.body) {
        throw new Error(`the sandbox answered ${response.status}`)
      }
      const isBack = connection.value === 'lost'
      connection.value = 'live'
      if (isBack) void refreshAll()
      for await (const { id, event, data } of readEvents(response.body, () => silence.break())) {
        lastId = id
        takeOrSay(event, data)
      }
    } catch (error) {
      // The sandbox went away, or restarts; told by the dot, and tried again below.
      if (!isLostConnection(error)) showError(`Not live: ${(error as Error).message}`)
    } finally {
      silence.end()
    }
    if (!hungUp.aborted) connection.value = 'lost'
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}

/** Aborts when nothing was heard for too long. */
function makeSilence() {
  const tooLong = new AbortController()
  const wait = () => setTimeout(() => tooLong.abort(), SILENCE_MS)
  let timer = wait()
  return {
    signal: tooLong.signal,
    break: () => {
      clearTimeout(timer)
      timer = wait()
    },
    end: () => clearTimeout(timer),
  }
}

/** An event that cannot be read is no lost connection: it is told, and everything is read anew. */
function takeOrSay(event: string, data: string): void {
  try {
    take(event, JSON.parse(data))
  } catch (error) {
    showError(`An event of the sandbox could not be read: ${(error as Error).message}`)
    void refreshAll()
  }
}

/** Fetch throws a TypeError when the connection fails, and a DOMException when it is given up. */
function isLostConnection(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException
}

function take(event: string, data: unknown): void {
  if (event === 'request') {
    const entry = data as Entry | EntryNotice
    if ('too_large' in entry) void fetchEntry(entry)
    else takeEntry(entry)
    refreshSoon()
  } else if (event === 'action') {
    const { action, account } = data as { action: string; account: string }
    if (account !== route.value.account) return
    if (action === 'reset')
      void refreshAll() // the journal is empty now
    else refreshSoon()
  } else if (event === 'accounts') {
    void refreshAccounts()
    void refreshAll()
  } else if (event === 'reset') void refreshAll()
  else if (event === 'hello') version.value = (data as { version: string }).version
}

let isPlanned = false

/** Many calls in a moment ask for the account once. */
function refreshSoon(): void {
  if (isPlanned) return
  isPlanned = true
  setTimeout(() => {
    isPlanned = false
    void refreshAccount()
  }, 100)
}

type StoredEvent = { id: string; event: string; data: string }

async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<StoredEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    onBytes()
    text += decoder.decode(value, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const message = toStoredEvent(text.slice(0, end))
      text = text.slice(end + 2)
      if (message) yield message
    }
  }
}

function toStoredEvent(frame: string): StoredEvent | undefined {
  const fields = new Map(
    frame.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 2)]
    }),
  )
  const event = fields.get('event')
  if (event === undefined) return undefined
  return { id: fields.get('id') ?? '', event, data: fields.get('data') ?? 'null' }
}
