import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { getText, silentClient } from '../support/http/raw-reader.ts'

/** Opens streams of events that nobody reads. */
export async function openStreams(url: string, count: number): Promise<void> {
  const clients = Array.from({ length: count }, () =>
    silentClient(url, getText('/_sandbox/events')),
  )
  for (const client of await Promise.all(clients)) await once(client, 'readable')
}

/** The connections from now on that the sandbox has ended. */
export function cutOff(): ReadonlySet<Socket> {
  const ended = new Set<Socket>()
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.once('close', () => ended.add(socket))
  }
  subscribe('net.server.socket', watch)
  onTestFinished(() => void unsubscribe('net.server.socket', watch))
  return ended
}

/** Returns the events that a listener hears after this one, until one of this name. */
export async function eventsAfter(url: string, lastId: string, name: string): Promise<string> {
  const leaving = new AbortController()
  const headers: Record<string, string> = lastId === '' ? {} : { 'last-event-id': lastId }
  const { body } = await fetch(`${url}/_sandbox/events`, { headers, signal: leaving.signal })
  let text = ''
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    if (text.includes(`event: ${name}\n`)) break
  }
  leaving.abort()
  return text
}
