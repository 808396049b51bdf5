// A client of fetch: against a sandbox in its own program, and against one behind a port. Rounds alternate between the
// two, so that a slow moment of the machine affects both.
import { createSandbox } from '../dist/fetch.js'
import { startServer } from './child.js'
import { median, medianRatio } from './stats.js'

const ALIASES = 1_000
const KEY = { authorization: 'Bearer sandbox_default' }
const NEW_ALIAS = JSON.stringify({ label: 'shop', note: 'made by the benchmark' })
const requests = {
  list: { headers: KEY },
  create: {
    method: 'POST',
    headers: { ...KEY, 'content-type': 'application/json' },
    body: NEW_ALIAS,
  },
}

/** The most creations of one round: those of all rounds must fit into what a sandbox holds. */
const CREATIONS = 6_000

/** Rows of requests a second for list and creation, one after another. */
export async function measureInProcess({ rounds, ms }, tell) {
  const sandbox = createSandbox({ scenario: 'unlimited' })
  await sandbox.defaultAccount.do('populate_aliases', { count: ALIASES })
  const server = await startServer('sandbox.js', { aliases: ALIASES })
  const hosts = [
    { host: 'a port', url: `http://127.0.0.1:${server.port}/v1/aliases`, send: fetch },
    { host: 'fetch, in process', url: `${sandbox.url}/v1/aliases`, send: sandbox.fetch },
  ]
  try {
    const rows = []
    for (const operation of Object.keys(requests)) {
      tell(`${operation}, in process`)
      const results = hosts.map(() => [])
      for (let round = 0; round <= rounds; round += 1) {
        for (const [index, host] of hosts.entries()) {
          const rate = await rateOf(host, requests[operation], ms)
          if (round > 0) results[index].push(rate) // the first one warms up
        }
      }
      const [port, inProcess] = results
      rows.push({
        operation,
        'a port, requests/s': median(port),
        'in process, requests/s': median(inProcess),
        ratio: medianRatio(inProcess, port),
      })
    }
    return rows
  } finally {
    await server.stop()
    await sandbox.close()
  }
}

/** Requests a second. @throws Error for an answer that is not 200 */
async function rateOf({ url, send }, init, ms) {
  const from = performance.now()
  let count = 0
  while (performance.now() - from < ms && count < CREATIONS) {
    const response = await send(new Request(url, init))
    if (response.status !== 200) throw new Error(`status ${response.status}`)
    await response.text()
    count += 1
  }
  return (count / (performance.now() - from)) * 1e3
}
