import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { UnreadAnswers } from '../../src/http/server/unread-answers.ts'
import { getText, readToEnd, silentClient } from '../support/http/raw-reader.ts'

const MIB = 1_024 * 1_024
/** More than the buffers of a loopback connection can hold. */
const BODY = Buffer.alloc(12 * MIB, 'x')

/** A server whose answers are larger than its buffers. */
async function serve(unread: UnreadAnswers, onClose = () => {}): Promise<string> {
  const send = (response: ServerResponse) => {
    response.end(BODY)
    unread.written(response)
  }
  const server = createServer((_request, response) => {
    unread.whenRoom(response, () => send(response))
  })
  server.on('connection', (socket) => socket.once('close', onClose))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const read = async (url: string) => (await (await fetch(url)).arrayBuffer()).byteLength

it('a client that does not read is disconnected after a while', async () => {
  const unread = new UnreadAnswers(100 * MIB, 1_000)
  let cutOff = () => {}
  const isCutOff = new Promise<void>((resolve) => {
    cutOff = resolve
  })
  const silent = await silentClient(await serve(unread, () => cutOff()), getText('/'))
  await isCutOff
  expect(await readToEnd(silent)).toBeLessThan(BODY.length)
})

it('answers wait while others are unread, and are sent once those clients are disconnected', async () => {
  const unread = new UnreadAnswers(10 * MIB, 60_000)
  const url = await serve(unread)
  const silent = await Promise.all([1, 2, 3].map(() => silentClient(url, getText('/'))))
  await new Promise((resolve) => silent[0]!.once('readable', resolve))
  expect(unread.hasRoom).toBe(false)
  expect(await read(url)).toBe(BODY.length)
  const came = await Promise.all(silent.map(readToEnd))
  expect(came.filter((bytes) => bytes < BODY.length).length).toBeGreaterThanOrEqual(1)
})

it('clients that read are not disconnected, however many there are', async () => {
  const url = await serve(new UnreadAnswers(10 * MIB, 60_000))
  const came = await Promise.all(Array.from({ length: 12 }, () => read(url)))
  expect(new Set(came)).toEqual(new Set([BODY.length]))
})

it('a client that reads is not disconnected, however long others have waited', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const url = await serve(new UnreadAnswers(10 * MIB, 60_000))
  // A slow machine, on which two clients are answered in half a second.
  const readSlowly = () => read(url).finally(() => vi.advanceTimersByTime(250))
  const came = await Promise.all(Array.from({ length: 50 }, readSlowly))
  expect(new Set(came)).toEqual(new Set([BODY.length]))
})

it('an answer that was read is no longer counted', async () => {
  const unread = new UnreadAnswers(10 * MIB, 60_000)
  const url = await serve(unread)
  for (let round = 0; round < 4; round += 1) await read(url)
  await vi.waitFor(() => expect(unread.hasRoom).toBe(true))
})
