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
  hello,
} from './state.ts'

/** Whether the page receives events. */
export const connection = signal<'live' | 'lost'>('lost')

const RECONNECT_MS = 1_000
/** The sandbox sends a heartbeat every 15 seconds, so a connection that is silent for longer is dead. */
const SILENCE_MS = 40_000

/**
 * Receives events as long as the page is open, and reconnects when the connection is lost. It uses fetch
 * because EventSource cannot send the control token.
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
        throw new Error(`the sandbox responded with ${response.status}`)
      }
      const isBack = connection.value === 'lost'
      connection.value = 'live'
      if (isBack) void refreshAll()
      for await (const { id, event, data } of readEvents(response.body, () => silence.break())) {
        lastId = id
        takeOrReport(event, data)
      }
    } catch (error) {
      // The sandbox has stopped or restarts. The live dot shows it, and the loop tries again.
      if (!isLostConnection(error)) showError(`Live updates failed: ${(error as Error).message}`)
    } finally {
      silence.end()
    }
    if (!hungUp.aborted) connection.value = 'lost'
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
  }
}

/** Aborts when nothing was received for too long. */
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

/** An unreadable event does not mean that the connection is lost: shows an error and loads everything again. */
function takeOrReport(event: string, data: string): void {
  try {
    take(event, JSON.parse(data))
  } catch (error) {
    showError(`Cannot read an event from the sandbox: ${(error as Error).message}`)
    void refreshAll()
  }
}

/** Fetch throws a TypeError when the connection fails, and a DOMException when it is aborted. */
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
  else if (event === 'hello') hello.value = data as Record<string, string>
}

let isPlanned = false

/** Loads the account once for many calls in a short time. */
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
