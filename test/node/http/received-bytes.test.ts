import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ReceivedBytes } from '../../../src/core/sizes/received-bytes.ts'
import { takeBody } from '../../../src/node/http/server/body.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { RawSmtp } from '../../support/smtp/raw-smtp.ts'

const MIB = 1_024 * 1_024

/** A server that answers with the length of the body; those that are released wait for `answer`. */
async function serve(received: ReceivedBytes, answer = Promise.resolve()): Promise<number> {
  const server = createServer((request, response) => {
    takeBody(
      { request, limit: 4 * MIB, received },
      ({ text }, release) => {
        void answer.then(release).then(() => response.end(String(text?.length)))
      },
      (why) => response.writeHead(503).end(why),
    )
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** A client that sends a body of `bytes`, but for the last of them. */
function unfinished(port: number, target: string, bytes: number): Socket {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  const head = `${target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
  socket.write(`${head}Content-Length: ${bytes}\r\n\r\n${' '.repeat(bytes - 1)}`)
  return socket
}

describe('bodies', () => {
  it.each([
    ['leave', (socket: Socket) => void socket.destroy()],
    ['send too much', (socket: Socket) => void socket.write(' '.repeat(3 * MIB))],
  ])('of clients that %s hold no memory', async (_how, end) => {
    const received = new ReceivedBytes(3 * MIB)
    const port = await serve(received)
    const socket = unfinished(port, 'POST /', 2 * MIB)
    await expect.poll(() => fits(received, 2 * MIB)).toBe(false)
    end(socket)
    await expect.poll(() => fits(received, 2 * MIB)).toBe(true)
  })
})

function fits(received: ReceivedBytes, bytes: number): boolean {
  const isRoom = received.take(bytes)
  if (isRoom) received.release(bytes)
  return isRoom
}

const TO_DATA = ['MAIL FROM:<a@a.example>', 'RCPT TO:<shop@alias-sandbox.example>', 'DATA']

describe('what a sandbox receives at once', () => {
  it('counts over HTTP and SMTP together: beyond the limit, there are 503 and 452', async () => {
    const received = new ReceivedBytes(MIB)
    const sandbox = await freshSandbox({
      received,
      smtpPort: 0,
      with: { aliases: [{ id: 'shop' }] },
    })
    const smtp = { port: Number(new URL(sandbox.smtpUrl!).port) }
    const create = async () => {
      const headers = {
        authorization: 'Bearer sandbox_default',
        'content-type': 'application/json',
      }
      const body = `{}${' '.repeat(90_000)}`
      const asked = { method: 'POST', headers, body }
      const response = await fetch(`${sandbox.url}/v1/aliases`, asked)
      return { status: response.status, body: (await response.json()) as object }
    }
    const send = async () => {
      const client = await RawSmtp.greeted(smtp)
      await client.sayAll(...TO_DATA)
      client.write(`Content-Type: image/png\r\n\r\n${'x'.repeat(90_000)}\r\n.\r\n`)
      return client.reply()
    }

    // Half of a mail and half of a body, which together leave room for neither.
    const mail = await RawSmtp.greeted(smtp)
    await mail.sayAll(...TO_DATA)
    mail.write('x'.repeat(500_000))
    await expect.poll(() => fits(received, 600_000)).toBe(false)
    const body = unfinished(Number(new URL(sandbox.url).port), 'PUT /_sandbox/session', 480_000)
    await expect.poll(() => fits(received, 90_000)).toBe(false)
    const message = 'The sandbox receives at most 64 MiB of bodies and mails at once; try again.'
    expect(await create()).toEqual({ status: 503, body: { message } })
    expect(await send()).toBe(`452 4.3.1 ${message}`)
    expect(await controlClient(sandbox).send('POST', 'actions/create_alias', {})).toMatchObject({
      status: 200,
    })

    body.destroy()
    await expect.poll(() => fits(received, 400_000)).toBe(true)
    expect((await create()).status).toBe(200)
    expect(await send()).toMatch(/^250 /)
    mail.socket.destroy()
    await expect.poll(() => fits(received, MIB)).toBe(true)
  })
})
