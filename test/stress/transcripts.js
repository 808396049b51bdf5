// One seed, clock and list of calls give one list of responses to the byte, in every time zone, language, NODE_ENV
// and Node version.
//
//   node test/stress/transcripts.js [--short] [--node /path/to/another/node]…
//
// Calls every shipped scenario with its own key: valid and invalid creations, lists, pages, unknown paths.
// Compares the complete responses, including their headers.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { Connection, Unanswered } from './support/connection.js'
import { readFlags, report } from './support/flags.js'
import { startSandbox } from './support/sandbox.js'

const flags = readFlags({ node: { type: 'string', multiple: true, default: [] } })
const nodes = [process.execPath, ...flags.node]
const zones = ['UTC', 'Pacific/Kiritimati', 'America/St_Johns', 'Europe/Berlin']
const languages = ['C', 'tr_TR.UTF-8']
const modes = ['production', 'test']
const runs = flags.short ? 1 : 3

const environments = flags.short
  ? zones.map((TZ, index) => ({ TZ, LANG: languages[index % 2], NODE_ENV: modes[index >> 1] }))
  : zones.flatMap((TZ) =>
      modes.map((NODE_ENV) => ({ TZ, LANG: languages[zones.indexOf(TZ) % 2], NODE_ENV })),
    )

/** @type {[method: string, path: string, body?: object][]} */
const calls = [
  ['POST', '/v1/aliases'],
  ['POST', '/v1/aliases', { label: 'İstanbul', single_use: true }],
  ['POST', '/v1/aliases', { expires_at: 1_772_367_000 }],
  ['POST', '/v1/aliases', { expires_at: 'soon' }],
  ['GET', '/v1/aliases'],
  ['GET', '/v1/aliases?limit=2'],
  ['GET', '/v1/aliases?limit=nine'],
  ['DELETE', '/v1/aliases'],
  ['GET', '/v1/nothing'],
]

/** All responses to all calls, as text. */
async function transcribe(node, env) {
  const options = ['--seed', '7', '--now', '2026-03-01T12:00:00Z', '--frozen']
  const sandbox = await startSandbox(options, { node: [node], env })
  assert.ok(sandbox.port, sandbox.said.stderr)
  const connection = new Connection(sandbox.port)
  const { body } = await connection.call('GET', '/_sandbox/scenarios')
  connection.close()
  const names = JSON.parse(body).scenarios.map(({ name }) => name)
  const lines = await Promise.all(names.map((name) => callAll(sandbox.port, name)))
  await sandbox.end('SIGKILL')
  return lines.flat()
}

/** Makes all calls, one after another, to an account in this scenario. */
async function callAll(port, scenario) {
  const lines = []
  let connection = new Connection(port)
  for (const [method, path, body] of calls) {
    if (connection.isClosed) connection = new Connection(port)
    const answer = await connection
      .call(method, path, body, `sandbox_${scenario}-t`)
      .catch((error) => {
        if (error instanceof Unanswered) return { head: 'closed', body: '' }
        throw error
      })
    lines.push(`${scenario} ${method} ${path}\n${answer.head}\n${answer.body}`)
  }
  connection.close()
  return lines
}

let first
let count = 0
for (const node of nodes) {
  for (let run = 0; run < runs; run += 1) {
    // In parallel, because scenarios that are slow on purpose delay each of them.
    const transcripts = await Promise.all(environments.map((env) => transcribe(node, env)))
    for (const [index, lines] of transcripts.entries()) {
      first ??= lines
      assert.deepEqual(lines, first, `${node} ${JSON.stringify(environments[index])}`)
      count += 1
    }
  }
}
const versions = nodes.map((node) => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim())
report('transcripts', 7, {
  transcripts: count,
  answers_each: first.length,
  of: versions.join(' '),
  sha256: createHash('sha256').update(first.join('\n')).digest('hex').slice(0, 16),
})
