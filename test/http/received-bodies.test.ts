import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { takeBody } from '../../src/http/server/body.ts'
import { ReceivedBodies } from '../../src/http/server/received-bodies.ts'

const MIB = 1_024 * 1_024

type Served = { port: number; atOnce: () => number }

/** A server that answers with the length of the body, and counts the large ones read at the same time. */
async function serve(bodies: ReceivedBodies): Promise<Served> {
  let reading = 0
  let most = 0
  const server = createServer((request, response) => {
    const body = takeBody(
      { request, response, limit: 4 * MIB, bodies },
      ({ text }) => {
        reading += 1
        most = Math.max(most, reading)
        setImmediate(() => {
          response.end(String(text?.length))
          reading -= 1
          body.release()
        })
      },
      () => body.release(),
    )
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, atOnce: () => most }
}

async function post({ port }: Served, bytes: number): Promise<string> {
  const url = `http://127.0.0.1:${port}`
  return (await fetch(url, { method: 'POST', body: 'x'.repeat(bytes) })).text()
}

/** A client that sends a body without its end, and then nothing. */
async function stuckClient({ port }: Served, bytes: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
  })
  socket.on('error', () => {})
  const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`
  socket.write(head + 'x'.repeat(bytes - 1))
  return socket
}

function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (chunk) => (text += chunk))
    socket.once('close', () => resolve(text))
  })
}

it('large bodies are read and answered one at a time, and all are answered', async () => {
  const served = await serve(new ReceivedBodies({ allBytes: MIB, largeFromBytes: MIB }))
  const sizes = Array.from({ length: 12 }, (_, index) => 2 * MIB + index)
  const answers = await Promise.all(sizes.map((size) => post(served, size)))
  expect(answers).toEqual(sizes.map(String))
  expect(served.atOnce()).toBe(1)
})

it('bodies that do not fit in memory together wait for each other, and all are answered', async () => {
  const served = await serve(new ReceivedBodies({ allBytes: MIB, largeFromBytes: 10 * MIB }))
  const sizes = Array.from({ length: 30 }, (_, index) => 500_000 + index)
  const answers = await Promise.all(sizes.map((size) => post(served, size)))
  expect(answers).toEqual(sizes.map(String))
})

it('a client that blocks others with half a large body gets 408, and the others are answered', async () => {
  const served = await serve(new ReceivedBodies({ allBytes: MIB, largeFromBytes: MIB }))
  const stuck = await Promise.all([stuckClient(served, 2 * MIB), stuckClient(served, 3 * MIB)])
  const message = stuck.map(answerOf)
  expect(await post(served, 2 * MIB)).toBe(String(2 * MIB))
  for (const text of await Promise.all(message)) expect(text).toMatch(/^HTTP\/1.1 408 /)
})

it('clients that fill the memory with halves of small bodies get 408, and the others are answered', async () => {
  const served = await serve(new ReceivedBodies({ allBytes: MIB, largeFromBytes: MIB }))
  const stuck = await Promise.all(Array.from({ length: 20 }, () => stuckClient(served, 100_000)))
  const message = stuck.map(answerOf)
  expect(await post(served, 1_000)).toBe('1000')
  expect(await post(served, 300_000)).toBe('300000')
  const first = await Promise.race(message)
  expect(first).toMatch(/^HTTP\/1.1 408 /)
})

it('a body sent in chunks of one byte is read completely', async () => {
  const served = await serve(new ReceivedBodies())
  const socket = connect(served.port, '127.0.0.1')
  const heard = answerOf(socket)
  const chunks = Array.from({ length: 5_000 }, (_, index) => `1\r\n${index % 10}\r\n`).join('')
  const head =
    'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n'
  socket.write(`${head}${chunks}0\r\n\r\n`)
  expect(await heard).toMatch(/\r\n\r\n5000$/)
})
