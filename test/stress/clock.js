// The machine's clock jumps, by one second or by thirty years, forwards and backwards, while the sandbox
// runs.
//
//   node test/stress/clock.js [--short] [--jumps 10000] [--seed N]
//
// Uses libfaketime (Debian: apt-get install faketime), which leaves the monotonic clock alone. After each
// jump: nothing crashes, Date never goes back (a backward step is absorbed) and follows forward steps, and
// Retry-After of a 429 is 1 to 60 seconds. Without libfaketime the script prints a message and succeeds,
// unless REQUIRE_ALL=1.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection } from './support/connection.js'
import { readFlags, report } from './support/flags.js'
import { randomOf } from './support/random.js'
import { startSandbox } from './support/sandbox.js'

const YEAR = 31_557_600
const flags = readFlags({ jumps: { type: 'string' } })
const jumps = Number(flags.jumps ?? (flags.short ? 200 : 10_000))
const random = randomOf(flags.seed)

/** The first positions of the clock, in seconds relative to the real time; random jumps follow. */
const steps = [1, 61, 3_600, 86_400, 10 * YEAR, 30 * YEAR].flatMap((by) => [by, -by])
const instants = [
  '1999-12-31T23:59:59Z',
  '2028-02-29T00:00:00Z',
  '2026-12-31T23:59:59Z',
  '2027-01-01T00:00:00Z',
  '2038-01-19T03:14:07Z',
  '2038-01-19T03:14:08Z',
  '2027-03-28T00:59:59Z',
  '2027-10-31T00:59:59Z',
]
const named = steps.concat(
  instants.map((instant) => Math.round((Date.parse(instant) - Date.now()) / 1_000)),
)

function findLibrary() {
  for (const folder of existsSync('/usr/lib') ? readdirSync('/usr/lib') : []) {
    const file = join('/usr/lib', folder, 'faketime', 'libfaketime.so.1')
    if (existsSync(file)) return file
  }
  return undefined
}

async function jump(library) {
  const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-clock-'))
  const file = join(folder, 'offset')
  const moveTo = (seconds) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`)
  moveTo(0)
  try {
    const sandbox = await startSandbox(['pro'], {
      env: {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        NO_FAKE_STAT: '1',
      },
    })
    assert.ok(sandbox.port, sandbox.said.stderr)
    const seen = await callAfterEach(sandbox, moveTo)
    assert.equal((await sandbox.end('SIGTERM')).exitCode, 0)
    return seen
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function callAfterEach(sandbox, moveTo) {
  const seen = { jumps, answered_200: 0, answered_429: 0, back: 0, forwards: 0 }
  let connection = new Connection(sandbox.port)
  let machine = 0
  let last = 0
  for (let number = 0; number < jumps; number += 1) {
    if (number % 25 === 0) {
      await startAnew(sandbox.port)
      last = 0
    }
    const target = named[number] ?? Math.round((random() * 2 - 1) * 30 * YEAR)
    const isForwards = target > machine
    moveTo((machine = target))
    seen[isForwards ? 'forwards' : 'back'] += 1
    for (let call = 0; call < 1 + (number % 70); call += 1) {
      if (connection.isClosed) connection = new Connection(sandbox.port) // it was idle for years
      const answer = await connection.call(call % 2 ? 'GET' : 'POST', '/v1/aliases')
      const now = Date.parse(/\r\ndate: (.*)/i.exec(answer.head)[1])
      assert.ok(now >= last, `Date went back from ${last} to ${now}`)
      if (isForwards && call === 0) seen.followed = (seen.followed ?? 0) + (now > last)
      last = now
      check(answer)
      seen[`answered_${answer.status}`] += 1
    }
  }
  connection.close()
  return seen
}

/** Resets the sandbox, because forward steps add up and the account's clock ends with the year 9999. */
async function startAnew(port) {
  const connection = new Connection(port)
  await connection.call('POST', '/_sandbox/reset', {})
  connection.close()
}

function check({ status, head }) {
  assert.ok(status === 200 || status === 429, head)
  const seconds = /\r\nretry-after: (.*)/i.exec(head)?.[1]
  if (seconds !== undefined) assert.match(seconds, /^([1-9]|[1-5]\d|60)$/)
}

const library = findLibrary()
if (library !== undefined) report('clock', flags.seed, await jump(library))
else if (process.env.REQUIRE_ALL === '1') {
  console.log('FAILED clock: REQUIRE_ALL=1, and this machine has no libfaketime: install it')
  process.exitCode = 1
} else console.log('ok clock: left out, libfaketime is not installed here')
