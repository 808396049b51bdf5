// A million requests: memory stays flat, and the journal stays within its limit.
//
//   node test/stress/soak.js [--short] [--requests 1000000] [--seed N]
//
// 32 keep-alive clients send creations, lists, unknown cursors, unknown keys and unknown paths. The sandbox
// is reset twenty times during the run. Resident memory at the end may be at most 10 MB above that at half
// time, and at most 200 MB; the journal has at most --max-requests entries at every check.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Connection } from './support/connection.js'
import { readFlags, report } from './support/flags.js'
import { randomOf } from './support/random.js'
import { startSandbox } from './support/sandbox.js'

const CLIENTS = 32
const RESETS = 20
const JOURNAL = 1_000
const flags = readFlags({ requests: { type: 'string' } })
const requests = Number(flags.requests ?? (flags.short ? 20_000 : 1_000_000))
const random = randomOf(flags.seed)
const word = () => Math.floor(random() * 2 ** 32).toString(36)

/** The calls: the share of each, and the statuses that it may return. */
const calls = [
  [0.2, [200], (to) => to.call('POST', '/v1/aliases', { label: word() })],
  [0.5, [200], (to) => to.call('GET', '/v1/aliases')],
  [0.1, [400], (to) => to.call('GET', `/v1/aliases?last_key=${word()}`)],
  [0.1, [401], (to) => to.call('GET', '/v1/aliases', undefined, `sandbox_${word()}`)],
  [0.1, [404], (to) => to.call('GET', `/v1/${word()}`)],
]

const sandbox = await startSandbox(['unlimited', '--max-requests', String(JOURNAL)])
const seen = { sent: 0, half_mb: 0, most_mb: 0, longest_journal: 0 }

async function drive() {
  const connection = new Connection(sandbox.port)
  while (seen.sent < requests) {
    seen.sent += 1
    if (seen.sent % (requests / RESETS) === 0) await look()
    const [, statuses, act] = choose()
    const { status, body } = await act(connection)
    assert.ok(statuses.includes(status), `${status} ${body}`)
  }
  connection.close()
}

function choose() {
  let left = random()
  return calls.find(([share]) => (left -= share) < 0) ?? calls[0]
}

/** Checks the memory and the journal, then resets the sandbox. */
async function look() {
  const control = new Connection(sandbox.port)
  const journal = await control.call('GET', '/_sandbox/requests')
  seen.longest_journal = Math.max(seen.longest_journal, JSON.parse(journal.body).requests.length)
  assert.ok(seen.longest_journal <= JOURNAL)
  const megabytes = resident()
  seen.most_mb = Math.max(seen.most_mb, megabytes)
  if (seen.sent <= requests / 2) seen.half_mb = seen.most_mb
  assert.equal((await control.call('POST', '/_sandbox/reset', {})).status, 200)
  control.close()
}

function resident() {
  const text = readFileSync(`/proc/${sandbox.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)[1]) / 1_024)
}

const from = performance.now()
await Promise.all(Array.from({ length: CLIENTS }, drive))
const seconds = (performance.now() - from) / 1_000
const end_mb = resident()
assert.ok(end_mb <= 200, `${end_mb} MB at the end`)
if (!flags.short) assert.ok(seen.most_mb - seen.half_mb <= 10, `grew: ${JSON.stringify(seen)}`)
assert.equal((await sandbox.end('SIGTERM')).exitCode, 0)
report('soak', flags.seed, { ...seen, end_mb, per_second: Math.round(requests / seconds) })
