import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type Socket } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { defaultTimeouts } from '../../../src/node/http/server/server.ts'
import { callCore } from '../../support/core/core-call.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { getText, readToEnd, silentClient } from '../../support/http/raw-reader.ts'

// The time limits are those that users have, so most tests wait for them.

const KEY = 'sandbox_default'
const LARGE = '/v1/aliases?limit=100'

/** The ends of connections on the side of the sandbox, by the port of the client. */
const accepted = new Map<number | undefined, Socket>()

beforeAll(() => {
  const note = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    accepted.set(socket.remotePort, socket)
  }
  subscribe('net.server.socket', note)
  return () => unsubscribe('net.server.socket', note)
})

/** Resolves when the sandbox has closed the connection of a client, which need not read for that. */
async function disconnected(client: Socket): Promise<void> {
  const socket = accepted.get(client.localPort)!
  if (!socket.destroyed) await once(socket, 'close')
}

/** A sandbox whose first page has 9 MB, which is more than a connection holds. */
async function serve() {
  const running = await freshSandbox({ scenario: 'unlimited', timeouts: defaultTimeouts })
  const note = 'x'.repeat(90_000)
  for (let count = 0; count < 100; count += 1) {
    callCore(running.sandbox, { body: JSON.stringify({ note }) })
  }
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${KEY}` }
    const answer = await fetch(`${running.url}${path}`, { headers })
    return { status: answer.status, length: (await answer.arrayBuffer()).byteLength }
  }
  return { ...running, read }
}

describe('a client that reads', () => {
  it('a little of a large list at a time gets all of it', async () => {
    const { url, read } = await serve()
    const client = await silentClient(url, closing(getText(LARGE)))
    const { length } = await read(LARGE)
    let bytes = 0
    client.on('data', (part: Buffer) => {
      bytes += part.length
      client.pause()
      setImmediate(() => client.resume())
    })
    await once(client, 'close')
    expect(bytes).toBeGreaterThan(length)
  })

  it('nothing of a large list is disconnected, and others are answered meanwhile', async () => {
    const { url, read } = await serve()
    const asking = Array.from({ length: 50 }, () => silentClient(url, getText(LARGE)))
    const silent = await Promise.all(asking)
    await Promise.all(silent.map((client) => once(client, 'readable')))
    const { status, length } = await read(LARGE)
    expect(status).toBe(200)
    await Promise.all(silent.map(disconnected))
    for (const client of silent) expect(await readToEnd(client)).toBeLessThan(length)
  })

  it('nothing of a large answer of the control API makes way for one who asks for another', async () => {
    const { url, read } = await serve()
    const path = '/_sandbox/aliases'
    const { length } = await read(path)
    const silent = await silentClient(url, getText(path))
    await once(silent, 'readable')
    expect(await read(path)).toEqual({ status: 200, length })
    expect(await readToEnd(silent)).toBeLessThan(length)
  })
})

describe('a client that closes its side after its request', () => {
  it.each([
    ['a small list', '/v1/aliases?limit=1'],
    ['a large list', LARGE],
    ['an account', '/_sandbox/accounts/default'],
    ['a path that does not exist', '/v2/aliases'],
  ])('gets %s', async (_what, path) => {
    const { url, read } = await serve()
    const { status, length } = await read(path)
    const client = await silentClient(url, getText(path))
    client.end()
    const text = await textOf(client)
    expect(text).toContain(`HTTP/1.1 ${status} `)
    expect(text.length).toBeGreaterThan(length)
  })
})

function closing(text: string): string {
  return text.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
}

/** Reads from a client until its connection is closed. */
async function textOf(client: Socket): Promise<string> {
  let text = ''
  client.setEncoding('latin1').on('data', (part: string) => (text += part))
  await once(client, 'close')
  return text
}
