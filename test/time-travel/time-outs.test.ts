import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { freshFolder } from '../support/process/fresh-folder.ts'
import { travellingClient } from './support/travelling-client.ts'

const late: { with: Scenario } = { with: { faults: [{ kind: 'delay', ms: 10_000, times: 1 }] } }

/** Each calls once with a time-out of `ms`, and throws when it is over. */
const clients: [name: string, code: string][] = [
  [
    'fetch with AbortSignal.timeout',
    `const call = (ms) => list({ signal: AbortSignal.timeout(ms) })`,
  ],
  [
    'fetch with an AbortController',
    `const call = async (ms) => {
      const controller = new AbortController()
      const timer = setTimeout(() => controller.abort(), ms)
      try { return await list({ signal: controller.signal }) } finally { clearTimeout(timer) }
    }`,
  ],
  [
    'undici',
    `import { request } from 'undici'; const call = (headersTimeout) => request(url, { headers, headersTimeout })`,
  ],
  [
    'axios',
    `import axios from 'axios'; const call = (timeout) => axios.get(url, { headers, timeout })`,
  ],
  [
    'got',
    `import got from 'got'; const call = (request) => got(url, { headers, timeout: { request }, retry: { limit: 0 } })`,
  ],
  ['ky', `import ky from 'ky'; const call = (timeout) => ky(url, { headers, timeout, retry: 0 })`],
  [
    'node:http',
    `import { get } from 'node:http'
    const call = (timeout) => new Promise((resolve, reject) => {
      const request = get(url, { headers, timeout }, (answer) => answer.resume().on('end', resolve))
      request.on('timeout', () => request.destroy(new Error('too late'))).on('error', reject)
    })`,
  ],
  [
    'a socket',
    `import { connect } from 'node:net'
    const call = (ms) => new Promise((resolve, reject) => {
      const { hostname, port } = new URL(url)
      const socket = connect(Number(port), hostname)
      socket.setTimeout(ms, () => { socket.destroy(); reject(new Error('too late')) })
      socket.once('data', () => { socket.destroy(); resolve() })
      socket.write('GET /v1/aliases HTTP/1.1\\r\\nHost: localhost\\r\\nAuthorization: ' + headers.authorization + '\\r\\n\\r\\n')
    })`,
  ],
]

/** Services that live in real time and take 300 ms of it for an answer. */
async function slowPipe() {
  const path =
    process.platform === 'win32' ? String.raw`\\.\pipe\slow-service` : join(freshFolder(), 'socket')
  const server = createServer((socket) =>
    socket.on('error', () => {}).on('data', () => setTimeout(() => socket.write('b'), 300)),
  )
  onTestFinished(() => void server.close())
  await once(server.listen(path), 'listening')
  return path
}

async function slowDatagrams() {
  const socket = createSocket('udp4', (_, from) => {
    setTimeout(() => socket.send('b', from.port, from.address), 300)
  })
  onTestFinished(() => void socket.close())
  await once(socket.bind(0, '127.0.0.1'), 'listening')
  return socket.address().port
}

describe('a time-out', () => {
  it.each(clients)('of %s ends the wait for an answer that comes later', async (_name, code) => {
    const { said, errors } = await travellingClient(
      `${code}
      const start = Date.now()
      await call(5_000).then(() => say('answered'), () => say('too late'))
      const passed = seconds(start)
      say(passed >= 5 && passed < 10)
      process.exit()`,
      late,
    )
    expect({ said, errors }).toEqual({ said: ['too late', true], errors: '' })
  })

  it.each(clients)('of %s lets an answer through that comes sooner', async (_name, code) => {
    const { said, errors } = await travellingClient(
      `${code}
      const start = Date.now()
      await call(15_000).then(() => say('answered'), (error) => say(String(error)))
      const passed = seconds(start)
      say(passed >= 10 && passed < 15)
      process.exit()`,
      late,
    )
    expect({ said, errors }).toEqual({ said: ['answered', true], errors: '' })
  })

  it('of 10 min does not fire while a process computes, reads or waits for another one', async () => {
    const { said, errors } = await travellingClient(
      `import { execFile } from 'node:child_process'
      import { scrypt } from 'node:crypto'
      import { readFile } from 'node:fs/promises'
      import { promisify } from 'node:util'
      import { gzip } from 'node:zlib'
      const inTime = (work) => new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('too late')), 600_000)
        work().then(resolve, reject).finally(() => clearTimeout(timer))
      })
      const busy = async () => { const end = process.cpuUsage().user + 200_000; while (process.cpuUsage().user < end); }
      const works = [
        () => busy(),
        () => readFile('package-lock.json'),
        () => promisify(scrypt)('a', 'b', 64),
        () => crypto.subtle.digest('SHA-512', new Uint8Array(1_000_000)),
        () => promisify(gzip)(Buffer.alloc(1_000_000)),
        () => promisify(execFile)('sh', ['-c', 'cat package.json | cat']),
        () => promisify(execFile)(process.execPath, ['--eval', '0']),
        () => list(),
        () => Promise.all(Array.from({ length: 20 }, () => list())),
      ]
      for (const work of works) await inTime(work).catch((error) => say(String(work) + error))`,
    )
    expect({ said, errors }).toEqual({ said: [], errors: '' })
  })

  it.each([
    [
      'a pipe',
      slowPipe,
      `connect(at).on('data', function () { this.destroy(); done() }).write('a')`,
    ],
    [
      'UDP',
      slowDatagrams,
      `const socket = createSocket('udp4', () => { socket.close(); done() }); socket.send('a', at, '127.0.0.1')`,
    ],
  ])('of 10 s does not fire while a service answers through %s', async (_name, start, ask) => {
    const { said, errors } = await travellingClient(
      `import { createSocket } from 'node:dgram'
      import { connect } from 'node:net'
      const at = ${JSON.stringify(await start())}
      for (let n = 0; n < 2; n += 1) {
        const timer = setTimeout(() => { say('too late'); process.exit() }, 10_000)
        await new Promise((done) => { ${ask} })
        clearTimeout(timer)
        say('answered')
      }`,
    )
    expect({ said, errors }).toEqual({ said: ['answered', 'answered'], errors: '' })
  })

  it('without an end: a client that waits for an answer that never comes reaches its time-out', async () => {
    const { said, took } = await travellingClient(
      `await list().then(() => say('answered'), (error) => say(error.cause.code))`,
      { with: { faults: [{ kind: 'hang' }] } },
    )
    expect(said).toEqual(['UND_ERR_HEADERS_TIMEOUT'])
    expect(took).toBeGreaterThan(295)
  })
})
