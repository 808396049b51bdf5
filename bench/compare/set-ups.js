// The four set-ups. Each yields, for one client, conditions with the result under each.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { fileURLToPath } from 'node:url'
import { careful } from '../../test/hunt/explore/clients/table.js'
import { explore, toClient } from '../../test/hunt/explore/explore-client.js'
import { startServer } from '../child.js'
import { installMockServers } from '../mock-servers.js'
import { resultOf } from './suite.js'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const KEY = 'sandbox_default'
const toEnv = (url) => ({ ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_API_KEY: KEY })
/** Much longer than the 30 s that the document asks to wait after a 503, as the machine may be busy. */
const MAX_MS = 90_000

const likeFree = ['plan_past_due', 'plan_canceled']
const { paths } = JSON.parse(readFileSync(at('../../schema/openapi-v1.json'), 'utf8'))
/** The errors of the API document, one for the plans: those that a retry can mend are met once, the others always. */
const errors = Object.entries(paths['/v1/aliases'].post.responses).flatMap(
  ([status, { content, 'x-alias-sandbox-outcomes': outcomes = [] }]) =>
    outcomes
      .filter(({ basis, outcome }) => basis === 'documented' && !likeFree.includes(outcome))
      .map(({ outcome: name }) => ({
        name,
        status: Number(status),
        body: content['application/json'].examples[name].value,
        hasWait: name === 'burst' || name === 'outage',
        isOnce: ['collision', 'burst', 'outage'].includes(name),
      })),
)
const prismConditions = [
  { name: 'no error' },
  ...errors.map((error) => ({ name: error.name, error })),
]
/** MSW can break a connection, too, and it remembers: aliases for three pages can be there before. */
const mswConditions = [
  ...prismConditions,
  { name: 'broken connection', error: { isOnce: true } },
  { name: '42 aliases', older: 42 },
]

/** MSW answers inside Node: clients in other languages have no condition. */
async function* underMsw({ file }, isUsable) {
  const [command, ...args] = toClient(file)
  if (command !== 'node') return
  for (const condition of mswConditions) {
    if (!isUsable(condition.name)) continue
    const env = { ...toEnv('http://aliases.test'), CONDITION: JSON.stringify(condition) }
    const client = [command, '--import', at('msw-client.js'), ...args]
    yield [condition.name, await resultOf(client, { env, ms: MAX_MS })]
  }
}

async function openPrism(tell) {
  installMockServers(tell)
  const prism = await startServer('prism.js', { document: at('../../schema/openapi-v1.json') })
  const headers = { authorization: `Bearer ${KEY}` }
  const answer = await fetch(`http://127.0.0.1:${prism.port}/v1/aliases`, { headers })
  // Its list never changes.
  const { aliases } = await answer.json()
  const readAliases = () => aliases
  async function* underPrism({ file }, isUsable) {
    for (const condition of prismConditions) {
      if (!isUsable(condition.name)) continue
      const proxy = await startProxy(prism.port, condition)
      const env = toEnv(`http://127.0.0.1:${proxy.address().port}`)
      const result = await resultOf(toClient(file), { env, ms: MAX_MS, readAliases })
      proxy.closeAllConnections()
      proxy.close()
      yield [condition.name, result]
    }
  }
  return { resultsOf: underPrism, close: () => prism.stop() }
}

/** Asks Prism for an error of the document, with the header that it reads. */
function startProxy(port, { error }) {
  let isDone = error === undefined
  const proxy = http.createServer((request, response) => {
    const prefer = isDone ? {} : { prefer: `code=${error.status}, example=${error.name}` }
    isDone ||= error.isOnce
    const { method, url: path, headers } = request
    const options = { host: '127.0.0.1', port, method, path, headers: { ...headers, ...prefer } }
    const onward = http.request(options, (answer) => {
      response.writeHead(answer.statusCode, answer.headers)
      answer.pipe(response)
    })
    onward.once('error', () => response.destroy())
    request.pipe(onward)
  })
  return new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(proxy)))
}

/** One run in each shipped scenario, or those named; of those in which the careful client meets the same, in one. */
async function openExec(_tell, { scenarios: named }) {
  const each = named === undefined ? 'scenario' : `scenario=${named}`
  const all = await execEach(each, careful[0].file)
  const scenarios = new Map(
    all.map(({ scenario, outcomes }) => [JSON.stringify(outcomes), scenario]),
  )
  async function* underExec({ file }, isUsable) {
    const names = [...scenarios.values()].filter(isUsable)
    for (const one of await execEach(`scenario=${names.join(',')}`, file)) {
      yield [one.scenario, toResult(one)]
    }
  }
  const expected = new Map(all.map((one) => [one.scenario, toResult(one)]))
  return { resultsOf: underExec, expected }
}

/** A rule that the client broke counts before its end. */
function toResult({ etiquette, over_time: isOver, exit_code: code }) {
  const broken = Object.keys(etiquette).find((rule) => etiquette[rule] === 'fail')
  return broken ?? (isOver ? 'over time' : code)
}

/** The runs of our command. Its exit code 4 is a rule that was broken. */
function execEach(each, file) {
  const options = ['--verify', '--timeout', `${MAX_MS}ms`, '--jobs', '4', '--json']
  const suite = [process.execPath, at('suite.js'), ...toClient(file)]
  const argv = [at('../../dist/bin.cjs'), 'exec', '--each', each, ...options, '--', ...suite]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, argv, { maxBuffer: 2 ** 26 }, (error, printed) => {
      if (error !== null && error.code !== 4) reject(error)
      else resolve(JSON.parse(printed).runs)
    })
  })
}

/** Until it finds the bug that was planted, for two minutes at most, since others run beside it; a careful one for 30 s. */
async function* underExplore({ file, kind = '', options = [] }) {
  const time = ['--time', kind === '' ? '30s' : '2m']
  const { problems } = await explore(file, [...time, ...options], kind || undefined)
  for (const { key } of problems) if (key.startsWith(kind)) yield [key, 'found']
}

/** It judges by itself. */
const openExplore = () => ({ resultsOf: underExplore, expected: new Map() })

/** `runs`: so many clients each of them runs at a time by itself. */
export const setUps = [
  { name: 'ten lines of MSW', open: () => ({ resultsOf: underMsw }) },
  { name: 'Prism', open: openPrism },
  { name: 'exec --verify', open: openExec, runs: 4 },
  { name: 'explore', open: openExplore, runs: 4 },
]
