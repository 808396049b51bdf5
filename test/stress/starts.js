// The time that people and scripts wait for a sandbox: from the start to the ready line, in memory, with a
// database of many aliases, and after a kill -9; and until the error for a port that is in use.
//
//   node test/stress/starts.js [--short] [--rounds 40] [--seed N]
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection } from './support/connection.js'
import { readFlags, report } from './support/flags.js'
import { startSandbox } from './support/sandbox.js'

const flags = readFlags({ rounds: { type: 'string' } })
const rounds = Number(flags.rounds ?? (flags.short ? 3 : 40))
const aliases = flags.short ? 1_000 : 100_000
const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-starts-'))
const database = ['--db', join(folder, 'db.json')]

/** Starts a sandbox and ends it with this signal; returns after how many ms it was ready. */
async function startAndEnd(args, signal) {
  const from = performance.now()
  const sandbox = await startSandbox(args)
  const ms = performance.now() - from
  assert.ok(sandbox.port, `did not start: ${sandbox.said.stderr}`)
  await sandbox.end(signal)
  return ms
}

async function fillDatabase() {
  const sandbox = await startSandbox(['unlimited', ...database])
  const control = new Connection(sandbox.port)
  const filled = await control.call('POST', '/_sandbox/actions/populate_aliases', {
    count: aliases,
  })
  assert.equal(filled.status, 200, filled.body)
  control.close()
  await sandbox.end('SIGTERM')
}

async function meetTakenPort(port) {
  const from = performance.now()
  const refused = await startSandbox([], { port })
  assert.equal(refused.exitCode, 3, refused.said.stderr)
  return performance.now() - from
}

/** The 95th percentile, in whole ms. */
function p95(times) {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1])
}

async function repeat(act) {
  const times = []
  for (let round = 0; round < rounds; round += 1) times.push(await act())
  return p95(times)
}

try {
  await fillDatabase()
  const portOwner = await startSandbox()
  const figures = {
    rounds,
    in_memory_p95_ms: await repeat(() => startAndEnd(['past_due'], 'SIGTERM')),
    aliases,
    database_p95_ms: await repeat(() => startAndEnd(database, 'SIGTERM')),
    after_kill_p95_ms: await repeat(() => startAndEnd(database, 'SIGKILL')),
    port_taken_p95_ms: await repeat(() => meetTakenPort(portOwner.port)),
  }
  await portOwner.end('SIGTERM')
  report('starts', flags.seed, figures)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
