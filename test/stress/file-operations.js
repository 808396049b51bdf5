// Every file operation fails once in every way, and the process is killed once after each of them.
//
//   node test/stress/file-operations.js [--short] [--seed N]
//
// With --db on a file of three aliases: start, four creations and an action, SIGTERM. The n-th operation on
// the folder fails, for n = 1, 2, … until none fails any more. Then:
// - the sandbox starts, or prints the reason in one line and exits with 1; the file is intact in either case;
// - creations with response 200 are in the file, and those with response 500 are not;
// - creations without a response (the process was killed) may be in the file, but nothing else is;
// - the next start can open the file, and leaves no other file next to it.
// The short form tries every third n in one way, chosen by the seed. The long form tries all.
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import '../support/process/fresh-build.js'
import { openStore } from '../../build/node/store/store.js'
import { Connection } from './support/connection.js'
import { readFlags, report } from './support/flags.js'
import { startSandbox } from './support/sandbox.js'
import { storedAccount, rewritten } from './support/stored-account.js'

const WAYS = ['ENOSPC', 'EIO', 'EROFS', 'EMFILE', 'half', 'stop']
const breaker = new URL('support/break-files.js', import.meta.url).href
const flags = readFlags()
const base = mkdtempSync(join(tmpdir(), 'alias-sandbox-files-'))
const total = { operations: 0, runs: 0, refused_starts: 0, answered_200: 0, answered_500: 0 }

async function makeTemplate() {
  const file = join(base, 'template.json')
  const sandbox = await startSandbox(['unlimited', '--db', file])
  const connection = new Connection(sandbox.port)
  for (const label of ['one', 'two', 'three']) {
    await connection.call('POST', '/v1/aliases', { label })
  }
  connection.close()
  await sandbox.end('SIGTERM')
  return file
}

/** One run in which one operation fails; returns whether any did. */
async function run(template, at, way) {
  const folder = mkdtempSync(join(base, 'run-'))
  const file = join(folder, 'db.json')
  cpSync(template, file)
  const sandbox = await startSandbox(['--db', file], {
    node: [process.execPath, '--import', breaker],
    env: { BREAK_AT: String(at), BREAK_WITH: way, BREAK_FOLDER: folder },
  })
  const what = () => `${way} at ${at}: ${sandbox.said.stderr}`
  const labels = { one: 200, two: 200, three: 200 }
  if (sandbox.port) await work(sandbox, labels)
  else {
    total.refused_starts += 1
    if (way !== 'stop') assert.match(sandbox.said.stderr, /\nalias-sandbox: --db .*\n$/, what())
  }
  const { exitCode } = sandbox.port ? await sandbox.end('SIGTERM') : sandbox
  assert.ok([0, 1].includes(exitCode) || way === 'stop', `exit ${exitCode}, ${what()}`)
  assert.doesNotMatch(sandbox.said.stderr, /internal error/, what())
  checkLabels(labels, storedIn(file), what())
  await checkNextStart(folder, file, labels, what())
  total.runs += 1
  rmSync(folder, { recursive: true })
  return sandbox.said.stderr.includes('broke ')
}

/** Four creations, the third in parallel with an action; records the response for each label. */
async function work(sandbox, labels) {
  const connections = [new Connection(sandbox.port), new Connection(sandbox.port)]
  const create = async (label) => {
    const body = { label }
    labels[label] = 'unanswered'
    const answer = await connections[0].call('POST', '/v1/aliases', body).catch(() => undefined)
    if (!answer) return
    assert.ok([200, 500].includes(answer.status), answer.body)
    if (answer.status === 500) assert.match(answer.body, /The sandbox \(not the service/)
    labels[label] = answer.status
    total[`answered_${answer.status}`] += 1
  }
  await create('a')
  await create('b')
  const action = connections[1].call('POST', '/_sandbox/actions/arm_fault', {
    kind: 'delay',
    ms: 1,
  })
  await Promise.all([create('c'), action.catch(() => {})])
  await create('d')
  for (const connection of connections) connection.close()
}

function storedIn(file) {
  return storedAccount(file).aliases.map(({ label }) => label)
}

function checkLabels(labels, stored, what) {
  for (const [label, answer] of Object.entries(labels)) {
    if (answer === 200) assert.ok(stored.includes(label), `${label} is lost; ${what}`)
    if (answer === 500) assert.ok(!stored.includes(label), `${label} was undone; ${what}`)
  }
  for (const label of stored) assert.ok(label in labels, `${label} was never asked for; ${what}`)
}

async function checkNextStart(folder, file, labels, what) {
  const store = await openStore(file)
  const text = rewritten(file)
  const persistence = await store.persist(() => ({ text, goBack: () => assert.fail(what) }))
  await persistence.close()
  assert.deepEqual(readdirSync(folder), ['db.json'], what)
  checkLabels(labels, storedIn(file), what)
}

try {
  const template = await makeTemplate()
  const step = flags.short ? 3 : 1
  for (let at = 1 + (flags.seed % step), broke = true; broke; at += step) {
    broke = false
    for (const way of flags.short ? [WAYS[(at + flags.seed) % WAYS.length]] : WAYS) {
      broke = (await run(template, at, way)) || broke
    }
    if (broke) total.operations = at
  }
  report('file operations', flags.seed, total)
} finally {
  rmSync(base, { recursive: true, force: true })
}
