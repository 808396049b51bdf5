// A process is suspended during its writes, one of another machine takes over its database, and the first one
// resumes: every creation that either acknowledged is in the file.
//
//   node test/stress/takeover.js [--short] [--rounds 200] [--seed N]
//
// A process of the same machine never takes over from one that is only suspended. So the second one opens the
// file under the name of another machine, as on a shared volume.
//
// A round: 8 clients create aliases in the first sandbox as fast as they can; SIGSTOP after 20 to 200 ms; the
// second sandbox takes over the file when the lock is stale and acknowledges 20 creations; SIGCONT. From now
// on the first one refuses all creations and reports the loss once, and the second one continues to
// acknowledge. SIGKILL to both; then the file has to contain every acknowledged creation of both.
//
// The lock is stale after 300 ms here, so that a round takes one second instead of eleven.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import '../support/process/fresh-build.js'
import { Connection } from './support/connection.js'
import { readFlags, report } from './support/flags.js'
import { randomOf } from './support/random.js'
import { startProcess } from './support/sandbox.js'
import { storedAccount } from './support/stored-account.js'

const STALE_MS = 300
const CLIENTS = 8
const host = fileURLToPath(new URL('support/database-host.js', import.meta.url))
const flags = readFlags({ rounds: { type: 'string' } })
const rounds = Number(flags.rounds ?? (flags.short ? 5 : 200))
const random = randomOf(flags.seed)
const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-takeover-'))
const total = { rounds: 0, acknowledged_first: 0, acknowledged_second: 0, refused_first: 0 }

const openOn = (file, machine) =>
  startProcess([process.execPath, host, file, String(STALE_MS), machine])

/**
 * Creates aliases until `isDone` or until the connection closes; records the acknowledged ones and counts the
 * refused ones.
 */
async function create({ port }, name, known, client) {
  const connection = new Connection(port)
  for (let number = 0; !known.isDone; number += 1) {
    const label = `${name}-${client}-${number}`
    const answer = await connection.call('POST', '/v1/aliases', { label }).catch(() => undefined)
    if (answer === undefined) break
    if (answer.status === 200) known.acknowledged.push(label)
    else {
      assert.match(
        answer.body,
        /could not store this change: .* took it over\. Nothing was changed\./,
      )
      known.refused += 1
      await sleep(5)
    }
  }
  connection.close()
}

function createAt(sandbox, name) {
  const known = { acknowledged: [], refused: 0, isDone: false }
  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    create(sandbox, name, known, client),
  )
  return { known, done: Promise.all(clients) }
}

async function until(isTrue, what) {
  for (let waited = 0; !isTrue(); waited += 5) {
    assert.ok(waited < 60_000, `waited in vain for ${what}`)
    await sleep(5)
  }
}

async function playRound(file) {
  const first = await openOn(file, 'first')
  assert.ok(first.port, first.said.stderr)
  const atFirst = createAt(first, 'first')
  await sleep(20 + random() * 180)
  first.signal('SIGSTOP')
  const second = await openOn(file, 'second')
  assert.ok(second.port, second.said.stderr)
  const atSecond = createAt(second, 'second')
  await until(() => atSecond.known.acknowledged.length >= 20, 'creations of the second')
  first.signal('SIGCONT')
  await until(() => atFirst.known.refused >= 20, 'refusals of the first')
  const before = atSecond.known.acknowledged.length
  await until(() => atSecond.known.acknowledged.length >= before + 20, 'more of the second')
  await Promise.all([first.end('SIGKILL'), second.end('SIGKILL')])
  await Promise.all([atFirst.done, atSecond.done])
  assert.deepEqual(first.said.stderr.match(/lost: /g), ['lost: '], first.said.stderr)
  assert.equal(second.said.stderr, '')

  const stored = new Set(storedAccount(file).aliases.map(({ label }) => label))
  for (const { known } of [atFirst, atSecond]) {
    const lost = known.acknowledged.filter((label) => !stored.has(label))
    assert.deepEqual(lost, [], `${lost.length} of ${known.acknowledged.length} are lost`)
  }
  total.acknowledged_first += atFirst.known.acknowledged.length
  total.acknowledged_second += atSecond.known.acknowledged.length
  total.refused_first += atFirst.known.refused
}

try {
  for (; total.rounds < rounds; total.rounds += 1) {
    await playRound(join(folder, `db-${total.rounds}.json`))
  }
  report('takeovers', flags.seed, { ...total, lost: 0 })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
