// Measures suites of waiting tests: `npm run measure:waits`. Prints the table of docs/development/how-it-is-tested.md.
//
//   --tests <count>   of each suite (default 20)
//   --rounds <count>  how often each suite is run (default 1)
//   --real            compares with real time: each story once, in a process of its own, all at the same time
//   --python          the clients of python/measure_mix.py instead, in one pytest
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { startSandbox } from 'alias-sandbox'
import { toTable } from '../../bench/print.js'
import { findPython } from '../support/tools/find-command.js'
import { patientClients, verdictsOn, waitingStories } from './clients/patient.js'

const { values } = parseArgs({
  options: {
    tests: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '1' },
    real: { type: 'boolean', default: false },
    python: { type: 'boolean', default: false },
    /** One client and one story, as JSON: what `--real` starts. */
    one: { type: 'string' },
  },
})
const sandbox = await startSandbox({ maxAccounts: 1_000 })

/** Runs a client in a story, and says whether the verdicts are those of the table. */
async function isJudged(call, story, isSkipping) {
  const account = await sandbox.account()
  try {
    const verdicts = await verdictsOn(account, call, story, isSkipping)
    const isRight = JSON.stringify(verdicts) === JSON.stringify(story.verdicts)
    if (!isRight) console.error(call.name, story.title, verdicts)
    return isRight
  } finally {
    await account.dispose()
  }
}

async function measure([client, call]) {
  const seconds = []
  let wrong = 0
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const started = performance.now()
    for (let test = 0; test < Number(values.tests); test += 1) {
      const story = waitingStories[test % waitingStories.length]
      if (!(await isJudged(call, story, true))) wrong += 1
    }
    seconds.push((performance.now() - started) / 1_000)
  }
  return {
    client,
    tests: values.tests,
    rounds: values.rounds,
    seconds: `${Math.min(...seconds).toFixed(1)} to ${Math.max(...seconds).toFixed(1)}`,
    wrong_verdicts: String(wrong),
  }
}

/** Connections that several clients share would blur the verdicts. */
async function measureReal([client]) {
  const ends = await Promise.allSettled(
    waitingStories.map((_story, index) =>
      promisify(execFile)(process.execPath, [
        fileURLToPath(import.meta.url),
        '--one',
        JSON.stringify({ client, index }),
      ]),
    ),
  )
  for (const { reason } of ends) if (reason) console.error(reason.stderr)
  const wrong = ends.filter(({ status }) => status === 'rejected').length
  return { client, stories: String(ends.length), wrong_verdicts: String(wrong) }
}

/** Each client of python/measure_mix.py in each round, twice: it waits as told, and a second less. */
async function measurePython() {
  const file = fileURLToPath(new URL('python/measure_mix.py', import.meta.url))
  const argv = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '-p', 'alias_sandbox_pytest', file]
  const python = findPython('aiohttp, httpx, pytest, requests, tenacity')
  const env = {
    ...process.env,
    ALIAS_SANDBOX_URL: sandbox.url,
    PYTHONPATH: fileURLToPath(new URL('../../clients/python/src', import.meta.url)),
    PYTHONDONTWRITEBYTECODE: '1',
    ROUNDS: values.rounds,
  }
  const options = { env, maxBuffer: Infinity }
  const run = await promisify(execFile)(python, argv, options).catch((error) => error)
  const isError = run instanceof Error
  console.log(isError ? run.stdout : run.stdout.trim().split('\n').at(-1))
  if (isError) process.exitCode = 1
}

if (values.python) await measurePython()
else if (values.one === undefined) {
  const rows = []
  const clients = Object.entries(patientClients)
  if (values.real) rows.push(...(await Promise.all(clients.map(measureReal))))
  else for (const client of clients) rows.push(await measure(client))
  console.log(toTable(rows))
  if (rows.some(({ wrong_verdicts: wrong }) => wrong !== '0')) process.exitCode = 1
} else {
  const { client, index } = JSON.parse(values.one)
  const isRight = await isJudged(patientClients[client], waitingStories[index], false)
  if (!isRight) process.exitCode = 1
}
await sandbox.close()
