import { effect, signal } from '@preact/signals'
import { place } from './place.ts'
import type { Entry } from './views.ts'
import {
  isLocked,
  refreshAccount,
  refreshAccounts,
  refreshAll,
  takeEntry,
  token,
  version,
} from './sandbox.ts'

/** Is the page told what happens? */
export const connection = signal<'live' | 'lost'>('lost')

const AGAIN_MS = 1_000

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

async function stayConnected(secret: string | undefined, signal: AbortSignal): Promise<void> {
  let lastId = ''
  while (!signal.aborted) {
    try {
      const response = await fetch('/_sandbox/events', {
        signal,
        headers: {
          ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
          ...(lastId !== '' && { 'last-event-id': lastId }),
        },
      })
      if (response.status === 401) {
        isLocked.value = true
        return
      }
      if (!response.ok || !response.body) throw new Error(`answered ${response.status}`)
      const isBack = connection.value === 'lost'
      connection.value = 'live'
      if (isBack) void refreshAll()
      for await (const { id, event, data } of readEvents(response.body)) {
        lastId = id
        take(event, data)
      }
    } catch {
      // The sandbox went away, or restarts; told by the dot, and tried again below.
    }
    if (!signal.aborted) connection.value = 'lost'
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}

function take(event: string, data: unknown): void {
  if (event === 'request') {
    takeEntry(data as Entry)
    refreshSoon()
  } else if (event === 'action') {
    const { action, account } = data as { action: string; account: string }
    if (account !== place.value.account) return
    if (action === 'reset')
      void refreshAll() // the journal is empty now
    else refreshSoon()
  } else if (event === 'accounts') {
    void refreshAccounts()
    void refreshAll()
  } else if (event === 'reset') void refreshAll()
  else if (event === 'hello') version.value = String((data as { version: string }).version)
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

type Told = { id: string; event: string; data: unknown }

async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Told> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    text += decoder.decode(value, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const told = toTold(text.slice(0, end))
      text = text.slice(end + 2)
      if (told) yield told
    }
  }
}

function toTold(frame: string): Told | undefined {
  const fields = new Map(
    frame.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 2)]
    }),
  )
  const event = fields.get('event')
  if (event === undefined) return undefined
  return { id: fields.get('id') ?? '', event, data: JSON.parse(fields.get('data') ?? 'null') }
}
