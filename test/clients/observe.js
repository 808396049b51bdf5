import { fileURLToPath } from 'node:url'
import '../support/process/fresh-build.js'
import { toJudged } from '../../build/report/judged-account.js'
import { reportOn, toStrict } from '../../build/report/report.js'
import { chooseScenario, loadCatalog } from '../../build/node/files/scenario-catalog.js'
import { start } from '../../build/node/start.js'

const folder = fileURLToPath(new URL('situations', import.meta.url))

/**
 * Situations for a client, each a scenario of the same name with a faster clock: Retry-After is then 8 real
 * seconds, which is several times longer than the default pauses of all clients, also on a busy machine.
 * `rule` judges the reaction of the client.
 */
export const situations = [
  { name: 'burst', title: 'burst 429', methods: ['GET', 'POST'], rule: 'waits_out_burst' },
  { name: 'daily', title: 'daily 429', methods: ['POST'] },
  { name: 'outage', title: '503', methods: ['GET', 'POST'], rule: 'waits_out_outage' },
  { name: 'collision', title: '409', methods: ['POST'] },
  { name: 'unpaid', title: '403', methods: ['GET', 'POST'] },
  { name: 'revoked', title: '401', methods: ['GET', 'POST'] },
  { name: 'lost', title: 'lost answer', methods: ['GET', 'POST'] },
]

/** Lets a client send one request, which starts the situation; returns what the sandbox observed. */
export async function observe(send, { name, rule }, method) {
  const running = await startSandbox()
  try {
    const hasSucceeded = await send(toAsk(running.url, name, method)).catch(() => false)
    const account = running.sandbox.account(name)
    return {
      hasSucceeded,
      calls: account.requests.entries().length,
      aliases: account.aliases.size,
      // One request is from one client, so what two could have done excuses nothing.
      verdict: toStrict(reportOn([toJudged(account)])).etiquette.find((row) => row.rule === rule)
        ?.verdict,
    }
  } finally {
    await running.close(0)
  }
}

/** The key names the situation, so the client’s first call creates its account. */
function toAsk(url, name, method) {
  const ask = {
    url: `${url}/v1/aliases`,
    method,
    headers: { authorization: `Bearer sandbox_${name}` },
  }
  if (method === 'GET') return ask
  const headers = { ...ask.headers, 'content-type': 'application/json' }
  return { ...ask, headers, body: '{"label":"shop"}' }
}

/** A sandbox for one request, so that clients without keep-alive are not mistaken for parallel workers. */
async function startSandbox() {
  const catalog = await loadCatalog(folder)
  return start({
    catalog,
    start: await chooseScenario(catalog, ['plus']),
    overrides: {},
    seed: 1,
    apiKey: undefined,
    host: undefined,
    port: 0,
    allowedHosts: [],
    controlToken: undefined,
    exposeHeaders: false,
    corsOrigin: undefined,
    maxAccounts: 10,
    maxRequests: 100,
    onCrash: (error) => {
      throw error
    },
  })
}
