// Clients by what they do and how they send it, and the verdicts on them in a judged run.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import '../support/process/fresh-build.js'
import { toJudged } from '../../build/report/judged-account.js'
import { reportOn } from '../../build/report/report.js'
import { FIRST_REFUSAL_MS } from '../../build/node/http/v1/first-refusals.js'
import { mergeNamed } from '../../build/scenario/merge.js'
import { loadCatalog } from '../../build/node/files/scenario-catalog.js'
import { start } from '../../build/node/start.js'

/** Each worker of each process makes its calls one after the other, and may read the account between. */
export const schedules = {
  'one request, then waits': { workers: 1, calls: 1 },
  'twelve in turn': { workers: 1, calls: 12 },
  'twelve in turn, with reads of the account': { workers: 1, calls: 12, reads: true },
  'eight at once, each waits': { workers: 8, calls: 1 },
  'four in each of two processes, each waits': { workers: 4, calls: 1, processes: 2 },
  'eight that go on': { workers: 8, calls: 4 },
  'twenty at once': { workers: 20, calls: 1 },
}

/** How an account starts, and the rule that its refusals exercise. */
export const situations = {
  outage: { scenario: { faults: [{ kind: 'outage', times: 'always' }] }, rule: 'waits_out_outage' },
  'past due': { scenario: { account: { billing: 'past_due' } }, rule: 'no_loop_on_403' },
}

const many = {
  one: 'pass',
  turn: 'fail',
  reading: 'fail',
  eight: 'pass',
  processes: 'pass',
  on: ['fail', 'advice'],
  twenty: 'pass',
}
const queue = { ...many, twenty: ['fail', 'advice'] }
const oneSocket = {
  ...many,
  eight: 'fail',
  processes: ['fail', 'advice'],
  on: 'fail',
  twenty: 'fail',
}

/**
 * The verdicts by transport, in the order of the schedules; a pair is for an outage and an account that is past due. Eight sockets have a queue
 * behind them that goes on, and one socket takes all requests in turn.
 */
export const expected = {
  fetch: many,
  'undici, 8 sockets': queue,
  'http.Agent, 1 socket': oneSocket,
  'http.Agent, 8 sockets': queue,
  'http.Agent without keep-alive': many,
  axios: many,
  got: many,
  'raw sockets': many,
  'Python threads': many,
}
export const transports = Object.keys(expected)

/** Returns the verdict that is expected. */
export function expectedFor(transport, schedule, situation) {
  const place = Object.keys(schedules).indexOf(schedule)
  const verdict = Object.values(expected[transport])[place]
  return typeof verdict === 'string' ? verdict : verdict[situation === 'outage' ? 0 : 1]
}

/** Two processes that play schedules. */
export function openClient() {
  const file = fileURLToPath(new URL('client.js', import.meta.url))
  const children = [fork(file), fork(file)]
  const playIn = async (child, job) => {
    child.send(job)
    const [{ error }] = await once(child, 'message')
    if (error) throw new Error(error)
  }
  return {
    async play(job) {
      // Clients in Python are started by one process.
      const { processes = 1 } = job.transport.startsWith('Python') ? {} : job.schedule
      await Promise.all(children.slice(0, processes).map((child) => playIn(child, job)))
    },
    close: () => children.forEach((child) => child.kill()),
  }
}

const catalog = await loadCatalog(undefined)
const plus = { name: 'plus', scenario: catalog.find('plus') }

/** The verdict on one run. */
export async function verdictOn(client, transport, schedule, situation) {
  const { scenario, rule } = situations[situation]
  const running = await start({
    catalog,
    start: mergeNamed([plus, { name: 'refused', scenario }]),
    overrides: {},
    seed: 1,
    apiKey: 'sandbox_default',
    port: 0,
    allowedHosts: [],
    exposeHeaders: false,
    maxAccounts: 10,
    maxRequests: 1_000,
    firstRefusalMs: FIRST_REFUSAL_MS,
    onCrash: (error) => {
      throw error
    },
  })
  try {
    await client.play({ transport, schedule: schedules[schedule], url: running.url })
    const report = reportOn(running.sandbox.accounts().map(toJudged))
    return report.etiquette.find((row) => row.rule === rule)
  } finally {
    await running.close(0)
  }
}
