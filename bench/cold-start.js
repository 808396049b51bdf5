// Cold start: from the start of the process to the first correct response.
import { execFile, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { environment } from './child.js'
import { median } from './stats.js'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const bin = at('../dist/bin.cjs')
const startIn = (scenario) => ['start', '--scenario', scenario, '--port', '0']
/** A scenario as users write it: it has to be parsed. */
const ownScenario = at('servers/own-scenario.yaml')

const servers = [
  { name: 'bare Express 5', args: [at('servers/express.js')], status: 200 },
  { name: 'node:http', args: [at('servers/node-http.js')], status: 200 },
  { name: 'alias-sandbox --scenario past_due', args: [bin, ...startIn('past_due')], status: 403 },
  { name: '… with a YAML file of your own', args: [bin, ...startIn(ownScenario)], status: 403 },
  {
    name: '… to the first answer of the control API',
    args: [bin, ...startIn('past_due')],
    path: '/_sandbox/accounts/default',
    status: 200,
  },
]

/** Commands that run and end. */
const commands = [
  { name: 'node -e 0', args: ['-e', '0'], status: 0 },
  { name: 'alias-sandbox --help', args: [bin, '--help'], status: 0 },
  // Nothing listens on this port and the command does not wait, so only its own cost remains.
  {
    name: 'alias-sandbox wait',
    args: [bin, 'wait', '--timeout', '0s', '--url', 'http://127.0.0.1:9'],
    status: 124,
  },
]

/**
 * Rows of medians in ms over several rounds, with the ratios to bare Express and to an empty Node; for this
 * Node and for those that `--node` names.
 */
export async function measureColdStart({ rounds, nodes = [] }, tell) {
  const rows = []
  for (const node of [process.execPath, ...nodes]) {
    const version = (await run(node, ['--version'])).trim()
    tell(`cold start, Node ${version}`)
    rows.push(...(await measureWith(node, version, rounds)))
  }
  return rows
}

async function measureWith(node, version, rounds) {
  const all = [
    ...servers.map((server) => () => startOnce(node, server)),
    ...commands.map((command) => () => runOnce(node, command)),
  ]
  const times = all.map(() => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, time] of all.entries()) {
      const ms = await time()
      if (round > 0) times[index].push(ms)
    }
  }
  const ratio = (index, to) => median(times[index].map((ms, round) => ms / times[to][round]))
  return [...servers, ...commands].map(({ name }, index) => ({
    node: version,
    what: name,
    ms: median(times[index]),
    'least ms': Math.min(...times[index]),
    ratio: ratio(index, 0),
    'ratio to node -e 0': ratio(index, servers.length),
  }))
}

/** The modules that programs can import, and how each is loaded. */
const entries = [
  { name: 'alias-sandbox', file: 'index.js' },
  { name: 'alias-sandbox/client', file: 'client.js' },
  { name: 'alias-sandbox/client, required', file: 'client.cjs' },
  { name: 'alias-sandbox/jest, required', file: 'jest.cjs' },
]

/** The cost for a test file: the import of each entry, a start, an account. */
export async function measureLibrary({ rounds }, tell) {
  tell('library')
  const runs = []
  const imports = entries.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    runs.push(JSON.parse(await run(process.execPath, [at('servers/library.js')])))
    for (const [index, { file }] of entries.entries()) {
      imports[index].push(
        Number(await run(process.execPath, [at('servers/import.js'), at(`../dist/${file}`)])),
      )
    }
  }
  const middle = (read) => median(runs.flatMap(read))
  return {
    ...Object.fromEntries(
      entries.map(({ name }, index) => [`import ${name} ms`, median(imports[index])]),
    ),
    first_start_ms: middle(({ starts }) => starts.slice(0, 1)),
    later_start_ms: middle(({ starts }) => starts.slice(1)),
    close_ms: middle(({ closes }) => closes),
    new_account_ms: middle(({ accounts }) => accounts.slice(1)),
    new_account_by_its_key_ms: middle(({ keys }) => keys.slice(1)),
  }
}

/** The time to the first correct response. */
async function startOnce(node, { args, path = '/v1/aliases', status }) {
  const from = performance.now()
  const child = spawn(node, args, { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  try {
    const url = await readyUrl(child)
    const answer = await fetch(`${url}${path}`, {
      headers: { authorization: 'Bearer sandbox_default' },
    })
    if (answer.status !== status) throw new Error(`${args[0]} answered ${answer.status}`)
    return performance.now() - from
  } finally {
    child.kill('SIGKILL')
    await gone
  }
}

async function runOnce(node, { args, status }) {
  const from = performance.now()
  await run(node, args, status)
  return performance.now() - from
}

function readyUrl(child) {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
      const ready = /ready on (http:\S+)/.exec(said)
      if (ready) resolve(ready[1])
    })
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready`)))
  })
}

function run(node, args, status = 0) {
  return new Promise((resolve, reject) => {
    execFile(node, args, { env: environment() }, (error, stdout) =>
      (error?.code ?? 0) === status ? resolve(stdout) : reject(error),
    )
  })
}
