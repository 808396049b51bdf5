// kill -9 at any instant with --db: every acknowledged creation is in the file, and no change is stored in
// part.
//
//   node test/stress/kill.js [--short] [--rounds 1000] [--minutes 10] [--seed N]
//
// A round: start with the file of the last round; its cursor is still valid; 16 clients create aliases as
// fast as they can; SIGKILL after 20 to 300 ms (long form: up to 2 s, so that more is at stake). Then the
// file alone has to satisfy: acknowledged ⊆ file ⊆ acknowledged ∪ in flight, no duplicate id, the correct
// daily count, no damage. Every 5 rounds start with a new file. Ends after this number of rounds or minutes.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import '../support/process/fresh-build.js'
import { Connection } from './support/connection.js'
import { readFlags, report } from './support/flags.js'
import { randomOf } from './support/random.js'
import { startSandbox } from './support/sandbox.js'
import { storedAccount } from './support/stored-account.js'

const CLIENTS = 16
const ROUNDS_A_FILE = 5
const flags = readFlags({ rounds: { type: 'string' }, minutes: { type: 'string', default: '60' } })
const rounds = Number(flags.rounds ?? (flags.short ? 30 : 1_000))
const longestMs = flags.short ? 300 : 2_000
const until = performance.now() + Number(flags.minutes) * 60_000
const random = randomOf(flags.seed)
const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-kill-'))
const total = { rounds: 0, acknowledged: 0, stored_in_flight: 0, slowest_start_ms: 0 }

/** The expected content of a file: the labels that were acknowledged and sent, over all its rounds. */
function newFile(number) {
  return {
    file: join(folder, `db-${number}.json`),
    acknowledged: new Set(),
    sent: new Set(),
    cursor: null,
  }
}

async function playRound(known) {
  const from = performance.now()
  const sandbox = await startSandbox(['unlimited', '--db', known.file])
  assert.ok(sandbox.port, `did not start: ${sandbox.said.stderr}`)
  total.slowest_start_ms = Math.max(total.slowest_start_ms, performance.now() - from)
  await followCursor(known, sandbox.port)
  const clients = Array.from({ length: CLIENTS }, (_, index) => create(known, sandbox.port, index))
  await sleep(20 + random() * (longestMs - 20))
  assert.equal((await sandbox.end('SIGKILL')).signal, 'SIGKILL')
  await Promise.all(clients)
  checkFile(known)
}

/** Creates aliases until the connection breaks; a creation without a response is in flight. */
async function create(known, port, client) {
  const connection = new Connection(port)
  for (let number = 0; ; number += 1) {
    const label = `${total.rounds}-${client}-${number}`
    known.sent.add(label)
    const answer = await connection.call('POST', '/v1/aliases', { label }).catch(() => undefined)
    if (answer === undefined) return
    assert.equal(answer.status, 200, answer.body)
    known.acknowledged.add(label)
    total.acknowledged += 1
  }
}

/** A cursor from before the kill still works after it, and skips nothing. */
async function followCursor(known, port) {
  const connection = new Connection(port)
  if (known.cursor) {
    const page = await connection.call('GET', `/v1/aliases?last_key=${known.cursor.text}`)
    assert.equal(page.status, 200, page.body)
    const ids = idsOf(page) // compare by id, because newer aliases may be in between
    assert.deepEqual(
      known.cursor.next.filter((id) => id <= ids.at(-1)),
      ids.filter((id) => known.cursor.next.includes(id)),
    )
  }
  const first = JSON.parse((await connection.call('GET', '/v1/aliases?limit=5')).body)
  if (first.next_cursor) {
    const next = await connection.call('GET', `/v1/aliases?last_key=${first.next_cursor}`)
    known.cursor = { text: first.next_cursor, next: idsOf(next) }
  }
  connection.close()
}

const idsOf = ({ body }) => JSON.parse(body).aliases.map(({ id }) => id)

function checkFile(known) {
  const { aliases, usage } = storedAccount(known.file)
  const stored = new Set(aliases.map(({ label }) => label))
  assert.equal(new Set(aliases.map(({ id }) => id)).size, aliases.length, 'an id twice')
  assert.equal(stored.size, aliases.length, 'a creation twice')
  for (const label of known.acknowledged) assert.ok(stored.has(label), `${label} is lost`)
  for (const label of stored) assert.ok(known.sent.has(label), `${label} was never asked for`)
  assert.ok(usage.daily.used === aliases.length || isNearMidnight(), 'the count of the day')
  total.stored_in_flight += [...stored].filter((label) => !known.acknowledged.has(label)).length
  for (const label of stored) known.acknowledged.add(label) // once stored, it must never be lost
}

const isNearMidnight = () => Date.now() % 86_400_000 < 3_600_000

try {
  let known
  for (; total.rounds < rounds && performance.now() < until; total.rounds += 1) {
    if (total.rounds % ROUNDS_A_FILE === 0) known = newFile(total.rounds)
    await playRound(known)
  }
  report('kill -9', flags.seed, {
    ...total,
    slowest_start_ms: Math.round(total.slowest_start_ms),
    lost: 0,
    torn: 0,
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
