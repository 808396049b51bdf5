// Thousands of connections that never finish their request, next to a client that does; then more connections
// than the process, which has 256 MB, may have file descriptors.
//
//   node test/stress/connections.js [--short] [--connections 10000] [--seed N]
//
// One third each: half a head; a head at one byte per second; a complete head with a slow body. The good
// client always gets its responses. The bad ones get 408 and are closed: heads after 15 s, bodies after 30 s
// (the short form does not wait for those).
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from './support/connection.js'
import { readFlags, report } from './support/flags.js'
import { startSandbox } from './support/sandbox.js'

const flags = readFlags({ connections: { type: 'string' } })
const count = Number(flags.connections ?? (flags.short ? 500 : 10_000))
const GIVE_UP_MS = 90_000
const withDescriptors = (limit) => [
  'bash',
  '-c',
  `ulimit -n ${limit}; exec "$@"`,
  'bash',
  process.execPath,
  '--max-old-space-size=256',
]

/** Opens a connection that never finishes its request; `drip` is sent again and again. */
function openBad(port, kind) {
  const starts = {
    half: 'GET /v1/aliases HTTP/1.1\r\nHost: localhost\r\nX-Half',
    head: 'GET /v1/aliases HTTP/1.1\r\nHost: localhost\r\nX-Drip: ',
    body: 'POST /v1/aliases HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sandbox_default\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{',
  }
  return new Promise((resolve) => {
    const bad = { kind, isClosed: false, text: '' }
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(starts[kind])
      if (kind !== 'half') bad.timer = setInterval(() => socket.write('a'), 1_000)
      resolve(bad)
    })
    socket.on('data', (chunk) => (bad.text += chunk))
    socket.on('error', () => {}) // close follows
    socket.on('close', () => {
      clearInterval(bad.timer)
      bad.isClosed = true
      resolve(bad)
    })
    bad.destroy = () => socket.destroy()
  })
}

async function beHeldUp() {
  const sandbox = await startSandbox(['unlimited'], { node: withDescriptors(count + 200) })
  assert.ok(sandbox.port, sandbox.said.stderr)
  const before = residentMegabytes(sandbox.pid)
  const latencies = []
  const calling = callWhile(sandbox.port, latencies)
  const bad = []
  const kinds = ['half', 'head', 'body']
  while (bad.length < count) {
    const batch = Array.from({ length: Math.min(250, count - bad.length) }, (_, index) =>
      openBad(sandbox.port, kinds[(bad.length + index) % 3]),
    )
    bad.push(...(await Promise.all(batch)))
  }
  const opened = performance.now()
  const grown = residentMegabytes(sandbox.pid) - before
  const isLeft = ({ isClosed, kind }) => !isClosed && (kind !== 'body' || !flags.short)
  while (bad.some(isLeft) && performance.now() - opened < GIVE_UP_MS) await sleep(100)
  const closed_after_s = Math.round((performance.now() - opened) / 1_000)
  const heads = bad.filter(({ kind }) => kind !== 'body')
  const left = bad.filter(isLeft).length
  assert.equal(left, 0, `${left} connections are still open`)
  for (const { text } of heads) assert.match(text, /^HTTP\/1.1 408 .*\{"message":/s)
  bad.forEach(({ destroy }) => destroy())
  await calling.stop()
  assert.equal((await sandbox.end('SIGTERM')).exitCode, 0)
  latencies.sort((a, b) => a - b)
  return {
    half_open: count,
    closed_after_s,
    good_answers: latencies.length,
    p99_ms: Math.round(latencies[Math.floor(latencies.length * 0.99)]),
    slowest_ms: Math.round(latencies.at(-1)),
    grown_mb: Math.round(grown),
  }
}

/** A good client that calls every 20 ms until it is stopped; each response has to be 200. */
function callWhile(port, latencies) {
  const stop = new AbortController()
  const run = async () => {
    const connection = new Connection(port)
    while (!stop.signal.aborted) {
      const from = performance.now()
      assert.equal((await connection.call('POST', '/v1/aliases')).status, 200)
      latencies.push(performance.now() - from)
      await sleep(20)
    }
    connection.close()
  }
  const done = run()
  return {
    stop: () => {
      stop.abort()
      return done
    },
  }
}

async function runOutOfDescriptors() {
  const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-descriptors-'))
  try {
    const db = join(folder, 'db.json')
    const sandbox = await startSandbox(['unlimited', '--db', db], { node: withDescriptors(128) })
    const first = new Connection(sandbox.port)
    assert.equal((await first.call('POST', '/v1/aliases')).status, 200)
    const crowd = await Promise.all(
      Array.from({ length: 200 }, () => openBad(sandbox.port, 'half')),
    )
    const during = await first.call('POST', '/v1/aliases').catch(() => ({ status: 'closed' }))
    crowd.forEach(({ destroy }) => destroy())
    const freedAt = performance.now()
    let after
    do {
      const connection = new Connection(sandbox.port)
      after = await connection.call('POST', '/v1/aliases').catch(() => undefined)
      connection.close()
    } while (after?.status !== 200 && performance.now() - freedAt < 5_000)
    const recovered = performance.now() - freedAt
    assert.equal(after?.status, 200, 'does not recover')
    assert.equal((await sandbox.end('SIGTERM')).exitCode, 0)
    return { while_out_of_descriptors: during.status, recovered_ms: Math.round(recovered) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function residentMegabytes(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1_024
}

report('connections', flags.seed, { ...(await beHeldUp()), ...(await runOutOfDescriptors()) })
