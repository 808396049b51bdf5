import { exec } from 'node:child_process'
import { generateKeyPair, pbkdf2, randomBytes, scrypt, subtle } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, get, type Server as HttpServer } from 'node:http'
import { connect, createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { brotliCompress, createGzip, gzip } from 'node:zlib'
import { createTransport } from 'nodemailer'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../../../src/index.ts'
import '../../support/process/fresh-build.js' // dist/skip-waits.cjs

/** A timer that was set before the function, and so is not hurried. */
const realTimeout = setTimeout

/** Skips the waits of a function beside a time-out that has to lose against it, then rests. */
async function beside<Result>(act: () => Promise<Result>): Promise<Result | 'too late'> {
  await using sandbox = await startSandbox({ smtp: true, scenario: { aliases: [{ id: 'shop' }] } })
  return await sandbox.defaultAccount.clock.skipWaits(async () => {
    const timeOut = sleep(600_000, 'too late' as const)
    const result = await Promise.race([act(), timeOut])
    await timeOut
    return result
  })
}

/** A server of this process, which listens before. @returns its port */
async function listening(server: Server | HttpServer): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Answers after a while of real time; the headers first. */
const slowServer = () =>
  createServer((_request, response) => {
    realTimeout(() => response.write('o'), 50)
    realTimeout(() => response.end('k'), 150)
  })

describe('a time-out that the client has set loses against', () => {
  it('a request to a server in the same process that listened before', async () => {
    const port = await listening(slowServer())
    const signal = AbortSignal.timeout(5_000)
    const call = async () => (await fetch(`http://127.0.0.1:${port}`, { signal })).text()
    expect(await beside(call)).toBe('ok')
  })

  it('the same with http.get', async () => {
    const port = await listening(slowServer())
    const call = async () => {
      const [response] = (await once(get(`http://127.0.0.1:${port}`), 'response')) as [Readable]
      return (await response.setEncoding('utf8').toArray()).join('')
    }
    expect(await beside(call)).toBe('ok')
  })

  it('a request that a server of this process has to answer, whoever has sent it', async () => {
    let answered = ''
    const port = await listening(
      createServer((_request, response) => {
        realTimeout(() => response.end(), 150)
        response.on('finish', () => (answered = 'answered'))
      }),
    )
    // The connection is older than the function, so that only the server knows of the request.
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    const call = async () => {
      socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
      await once(socket, 'data')
      return answered
    }
    expect(await beside(call)).toBe('answered')
  })

  it('a connection of another protocol', async () => {
    const port = await listening(
      createTcpServer((socket) => void realTimeout(() => socket.end('hello'), 150)),
    )
    const read = async () => (await connect(port, '127.0.0.1').setEncoding('utf8').toArray()).join()
    expect(await beside(read)).toBe('hello')
  })

  const fileIn = async (bytes: number) => {
    const folder = await mkdtemp(join(tmpdir(), 'alias-sandbox-waits-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'a'), randomBytes(bytes))
    return join(folder, 'a')
  }
  const text = Buffer.from('one two three '.repeat(100_000))
  const works: [name: string, act: () => Promise<unknown>][] = [
    [
      'files',
      async () => {
        const file = await fileIn(20_000_000)
        await pipeline(createReadStream(file), createWriteStream(`${file}b`))
        await readFile(`${file}b`)
      },
    ],
    ['DNS', () => lookup('localhost')],
    ['scrypt', () => promisify(scrypt)('password', 'salt', 64)],
    ['pbkdf2', () => promisify(pbkdf2)('password', 'salt', 100_000, 64, 'sha512')],
    ['a pair of keys', () => promisify(generateKeyPair)('rsa', { modulusLength: 2_048 })],
    ['webcrypto', () => subtle.digest('SHA-512', Buffer.alloc(50_000_000))],
    ['gzip', () => promisify(gzip)(randomBytes(20_000_000))],
    ['brotli', () => promisify(brotliCompress)(text)],
    [
      'a stream of gzip that rests for a while',
      () =>
        pipeline(Readable.from([text, text, text]), createGzip(), async (out) => {
          for await (const _ of out);
        }),
    ],
    ['a child process', () => promisify(exec)('sleep 0.1')],
    [
      'a worker thread',
      () => {
        const code = 'const end = Date.now() + 100; while (Date.now() < end);'
        return once(new Worker(code, { eval: true }), 'exit')
      },
    ],
    [
      'many turns of the event loop',
      async () => {
        for (let turns = 0; turns < 1_000; turns += 1) await new Promise(setImmediate)
      },
    ],
  ]
  it.each(works)('%s', async (_name, act) => {
    expect(await beside(() => act().then(() => 'in time'))).toBe('in time')
  })

  it('a mail that the test sends to its sandbox', async () => {
    await using sandbox = await startSandbox({
      smtp: true,
      scenario: { aliases: [{ id: 'shop' }] },
    })
    const mail = { from: 'a@a.example', to: 'shop@alias-sandbox.example', text: 'Hello' }
    const response = await sandbox.defaultAccount.clock.skipWaits(async () => {
      const sent = await createTransport(sandbox.smtpUrl!).sendMail(mail)
      await sleep(600_000)
      return sent.response
    })
    expect(response).toMatch(/^250 /)
  })
})

describe('what is over does not keep time from jumping', () => {
  it.each<[string, (url: string) => unknown]>([
    ['bytes that were drawn at once', () => randomBytes(16)],
    ['a stream of zlib that is open', () => createGzip().resume().write('a')],
    ['a request that nobody answered', () => fetch('http://127.0.0.1:1').catch(() => {})],
    ['a short answer that is not read', (url) => fetch(url)],
  ])('%s', async (_name, act) => {
    await using sandbox = await startSandbox()
    await sandbox.defaultAccount.clock.skipWaits(async () => {
      await act(sandbox.url)
      await sleep(36_000_000)
    })
  })

  it('a client that has given up its call', async () => {
    const port = await listening(createServer(() => {}))
    await using sandbox = await startSandbox()
    const giveUp = async () => {
      const ending = new AbortController()
      realTimeout(() => ending.abort(), 50)
      await fetch(`http://127.0.0.1:${port}`, { signal: ending.signal }).catch(() => {})
      await sleep(36_000_000)
    }
    await sandbox.defaultAccount.clock.skipWaits(giveUp)
  })
})
