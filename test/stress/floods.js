// Floods: a process of 256 MB survives each, refuses it in words, answers at once when it ends, and has lost nothing
// that it acknowledged.
//
//   node test/stress/floods.js [--short] [--only 'keys,deep JSON'] [--seed N]
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { atOnce } from './floods/clients.js'
import { floods } from './floods/table.js'
import { readFlags, report } from './support/flags.js'
import { startSandbox } from './support/sandbox.js'

const { short: isShort, only, seed } = readFlags({ only: { type: 'string' } })
const ALIASES = 20
const node = [process.execPath, '--max-old-space-size=256']

const failed = []
let slowest = 0
const requested = only?.split(',')
const unknown = requested?.filter((name) => floods.every((flood) => flood.name !== name)) ?? []
assert.deepEqual(unknown, [], 'there are no such floods')
for (const each of floods) {
  if (requested && !requested.includes(each.name)) continue
  try {
    slowest = Math.max(slowest, await survive(each))
  } catch (error) {
    failed.push(each.name)
    console.log(`not survived: ${each.name}: ${error.message.slice(0, 300)} ${error.cause ?? ''}`)
  }
}
if (failed.length > 0) process.exitCode = 1
else report('floods', seed, { floods: floods.length, slowest_answer_ms: slowest })

/** Returns after how many ms the sandbox answered when the flood had ended. */
async function survive({ name, flood, refused }) {
  const sandbox = await startSandbox(['--smtp-port', '0', '--seed', String(seed)], { node })
  assert.ok(sandbox.port, sandbox.said.stderr)
  const client = clientOf(sandbox.port)
  try {
    await client.control('POST', 'accounts', {
      name: 'kept',
      scenario: 'unlimited',
      api_key: 'sandbox_kept',
    })
    for (let made = 0; made < ALIASES; made += 1) {
      const { status } = await client.post('/v1/aliases', '{}', 'sandbox_kept')
      assert.equal(status, 200)
    }
    const smtpPort = Number(sandbox.smtp_port ?? new URL(sandbox.smtp_url ?? 'smtp://x:0').port)
    const from = performance.now()
    const met = await flood({ ...client, port: sandbox.port, smtpPort, isShort })
    const seconds = Math.round((performance.now() - from) / 1_000)
    if (refused) assert.match(String(met), refused)
    const { status, text, ms } = await atOnce(() =>
      client.get('/v1/aliases?limit=100', 'sandbox_kept'),
    )
    assert.equal(status, 200, text)
    assert.equal(JSON.parse(text).aliases.length, ALIASES)
    console.log(`survived: ${name} (${ms} ms; ${seconds} s)`)
    return ms
  } finally {
    await Promise.race([sandbox.end('SIGKILL'), sleep(2_000)])
  }
}

function clientOf(port) {
  const url = `http://127.0.0.1:${port}`
  const send = async (method, path, headers, body) => {
    const response = await fetch(`${url}${path}`, { method, headers, body })
    return { status: response.status, text: await response.text() }
  }
  const json = { 'content-type': 'application/json' }
  const bearer = (key) => (key ? { authorization: `Bearer ${key}` } : {})
  return {
    get: (path, key) => send('GET', path, bearer(key)),
    post: (path, body, key) => send('POST', path, { ...json, ...bearer(key) }, body),
    control: (method, path, body) =>
      send(
        method,
        `/_sandbox/${path}`,
        json,
        typeof body === 'string' ? body : JSON.stringify(body),
      ),
  }
}
