// Derived work beside other accounts: while one account gets a bug report, a file of its history or a replay,
// calls of another account go on, one after another.
//
//   node test/stress/derived-work.js [--short] [--aliases 10000,100000] [--calls 1000]
//
// Prints the slowest of these calls, and how long the work took. Every piece of work is done, and every call is
// answered; how long a call may take is not asserted.
import assert from 'node:assert/strict'
import { Connection } from './support/connection.js'
import { readFlags, report } from './support/flags.js'
import { startSandbox } from './support/sandbox.js'

const flags = readFlags({ aliases: { type: 'string' }, calls: { type: 'string' } })
const sizes = (flags.aliases ?? (flags.short ? '10000' : '10000,100000')).split(',').map(Number)
const calls = Number(flags.calls ?? 1_000)
for (const aliases of sizes) await measure(aliases)

async function measure(aliases) {
  const sandbox = await startSandbox(['pro'])
  const control = async (method, path, body) => {
    const response = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method,
      body,
      headers: { 'Content-Type': 'application/json' },
    })
    const text = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
    return text
  }
  const act = (name, input) => control('POST', `actions/${name}`, JSON.stringify(input))
  const refusedState = async () => {
    const response = await fetch(`${sandbox.url}/_sandbox/session`)
    assert.equal(response.status, 413, await response.text())
  }
  try {
    await act('populate_aliases', { count: aliases })
    const client = new Connection(sandbox.port)
    // Past the limit, calls are refused; that is a history too.
    for (let call = 0; call < calls; call += 1) await client.call('GET', '/v1/aliases?limit=10')
    client.close()
    const { requests } = JSON.parse(await control('GET', 'requests?limit=1'))
    const { id } = requests.at(-1)
    const file = await control('GET', 'session?account=default')
    const session = aliases > 100_000 ? '' : await control('GET', 'session')
    const work = {
      'no work': () => new Promise((resolve) => setTimeout(resolve, 1_000)),
      'bug report': () => control('GET', `requests/${id}/bug`),
      'GET session': () => control('GET', 'session'),
      // More is too large to be a session.
      ...(aliases > 100_000
        ? { 'GET session, refused': refusedState }
        : {
            replay: () => control('POST', 'replay', file),
            'PUT session': () => control('PUT', 'session', session),
          }),
    }
    for (const [name, run] of Object.entries(work)) {
      const figures = await beside(sandbox.port, run)
      report(`derived work: ${name}`, flags.seed, { aliases, calls, ...figures })
    }
  } finally {
    await sandbox.end('SIGTERM')
  }
}

/** The slowest call of another account while work is done. */
async function beside(port, run) {
  const other = new Connection(port)
  await other.call('GET', '/v1/aliases', undefined, 'sandbox_plus')
  const began = performance.now()
  const ended = { after: 0 }
  const done = run().then(() => (ended.after = performance.now() - began))
  let slowest = 0
  let answered = 0
  while (ended.after === 0) {
    const sent = performance.now()
    await other.call('GET', '/v1/aliases', undefined, 'sandbox_plus')
    answered += 1
    slowest = Math.max(slowest, performance.now() - sent)
    await new Promise(setImmediate)
  }
  await done
  other.close()
  return {
    'took ms': Math.round(ended.after),
    'slowest other call ms': Math.round(slowest),
    'other calls': answered,
  }
}
