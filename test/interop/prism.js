// Prism's validation proxy between a client and the sandbox, for all scenarios. Run by hand: node
// prism.js after npm run interop. It checks each request and answer against the document of `/v1`.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import '../support/process/fresh-build.js'
import { injectedKinds } from '../../build/contract/faults.js'
import { runExpect } from '../../build/scenario/expect.js'
import { NO_ANSWER } from '../../build/scenario/expect-answer.js'
import { shippedScenarios } from '../../build/scenario/catalog.js'
import { startSandbox } from './sandbox.js'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

async function startPrism(upstream) {
  const port = await freePort()
  const document = at('../../schema/openapi-v1.json')
  const child = spawn(
    at('node_modules/.bin/prism'),
    ['proxy', document, upstream, '--port', String(port), '--cors', 'false'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => String(data).includes('is listening') && resolve())
    child.once('exit', (code) => reject(new Error(`Prism ended with ${code}`)))
  })
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** An account as a target of `expect`: calls go through the proxy, actions directly to the sandbox. */
async function makeTarget(sandbox, prism, scenario) {
  const firstKey = `sandbox_prism-${scenario}`
  const control = async (method, path, body) => {
    const response = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  const request = { scenario, api_key: firstKey, clock: { mode: 'frozen' } }
  const { name } = (await control('POST', 'accounts', request)).body
  const seen = []
  return {
    seen,
    firstKey: () => firstKey,
    apiKey: async () => (await control('GET', `accounts/${name}`)).body.api_key,
    async do(action, input) {
      const { status, body } = await control('POST', `accounts/${name}/actions/${action}`, input)
      return { status, message: body.message }
    },
    async call({ method, path, headers, body }) {
      const response = await fetch(prism.url + path, { method, headers, body })
      const { requests } = (await control('GET', `accounts/${name}/requests`)).body
      const { outcome } = requests.at(-1) ?? {}
      const text = await response.text()
      const objections = JSON.parse(response.headers.get('sl-violations') ?? '[]')
      seen.push({ call: `${method} ${path}`, status: response.status, outcome, objections })
      const isLost = outcome?.startsWith('drop_')
      return {
        status: isLost ? NO_ANSWER : response.status,
        headers: Object.fromEntries(response.headers),
        body: text,
      }
    },
  }
}

/** Prism must object to injected faults and to requests that the sandbox refuses, and to nothing else. */
function isDue({ outcome, objections }) {
  return (
    injectedKinds.includes(outcome) || objections.every(({ location }) => location[0] === 'request')
  )
}

const sandbox = await startSandbox()
const prism = await startPrism(sandbox.url)
let calls = 0
const wrong = []
const due = []
try {
  for (const { name, scenario } of shippedScenarios()) {
    const target = await makeTarget(sandbox, prism, name)
    const unmet = await runExpect(target, scenario.expect)
    wrong.push(...unmet.map(({ message }) => `${name}: ${message}`))
    for (const one of target.seen) {
      calls += 1
      if (one.objections.length === 0) continue
      const message = one.objections.map(
        ({ message, location }) => `${location.join('.')} ${message}`,
      )
      const list = isDue(one) ? due : wrong
      list.push(`${name}: ${one.call} → ${one.status} (${one.outcome}): ${message.join('; ')}`)
    }
  }
} finally {
  prism.stop()
  sandbox.stop()
}
for (const line of due) console.log(`due     ${line}`)
for (const line of wrong) console.log(`WRONG   ${line}`)
console.log(
  `${calls} calls through Prism, ${due.length} objections that are due, ${wrong.length} wrong`,
)
process.exitCode = wrong.length === 0 ? 0 : 1
