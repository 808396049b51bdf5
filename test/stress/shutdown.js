// SIGTERM under load: every request in flight gets its response, and the process exits with 0 and leaves no
// other file next to the database. Two SIGINTs end it at once with 130.
//
//   node test/stress/shutdown.js [--short] [--rounds 100] [--seed N]
//
// 32 keep-alive clients call without a pause; every other round uses --db. A request counts if it was written
// at least 5 ms before the signal; a later one may find the connection closed.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from './support/connection.js'
import { readFlags, report } from './support/flags.js'
import { randomOf } from './support/random.js'
import { startSandbox } from './support/sandbox.js'

const CLIENTS = 32
const CROSSING_MS = 5
const flags = readFlags({ rounds: { type: 'string' } })
const rounds = Number(flags.rounds ?? (flags.short ? 5 : 100))
const random = randomOf(flags.seed)
const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-stop-'))
const file = join(folder, 'db.json')
const total = { rounds, answered: 0, unanswered: 0, crossed_the_signal: 0 }
const exits = []

async function playRound(round) {
  const hasFile = round % 2 === 1
  const sandbox = await startSandbox(['unlimited', ...(hasFile ? ['--db', file] : [])])
  const cut = []
  const clients = Array.from({ length: CLIENTS }, () => callOn(sandbox.port, cut))
  await sleep(50 + random() * 200)
  const signalAt = performance.now()
  const { exitCode, ms } = await sandbox.end('SIGTERM')
  await Promise.all(clients)
  assert.equal(exitCode, 0, sandbox.said.stderr)
  exits.push(Math.round(ms))
  const lost = cut.filter((sentAt) => sentAt < signalAt - CROSSING_MS)
  assert.deepEqual(lost, [], 'requests without an answer')
  total.crossed_the_signal += cut.length
  assert.deepEqual(existsSync(file) ? readdirSync(folder) : ['db.json'], ['db.json'])
  rmSync(file, { force: true })
}

/** Makes one call after another until the connection closes; records when an unanswered call was sent. */
async function callOn(port, cut) {
  const connection = new Connection(port)
  for (let number = 0; ; number += 1) {
    const sentAt = performance.now()
    const method = number % 2 === 0 ? 'POST' : 'GET'
    const answer = await connection.call(method, '/v1/aliases').catch(() => undefined)
    if (answer === undefined) {
      if (number > 0 && sentAt > 0) cut.push(sentAt)
      return
    }
    assert.equal(answer.status, 200)
    total.answered += 1
    if (/\r\nconnection: close/i.test(answer.head)) return connection.close()
  }
}

async function interruptTwice() {
  const sandbox = await startSandbox()
  const half = new Connection(sandbox.port)
  const unfinished = half.send(
    'POST /v1/aliases HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n',
  )
  unfinished.catch(() => {}) // its body is never sent, so the connection is closed
  await sleep(50)
  sandbox.signal('SIGINT')
  await sleep(300) // any sooner, and the second signal would count as the same Ctrl-C
  const { exitCode, ms } = await sandbox.end('SIGINT')
  assert.equal(exitCode, 130)
  return Math.round(ms)
}

try {
  for (let round = 0; round < rounds; round += 1) await playRound(round)
  const interrupted_ms = await interruptTwice()
  exits.sort((a, b) => a - b)
  const median_exit_ms = exits[Math.floor(exits.length / 2)]
  report('shutdown', flags.seed, {
    ...total,
    median_exit_ms,
    slowest_exit_ms: exits.at(-1),
    interrupted_ms,
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
