import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { openTravel } from '../../../src/hunt/time-travel/travel.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import '../../support/process/fresh-build.js' // dist/time-travel.cjs

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** What a client did, on the account's clock. */
export type Travelled = {
  exitCode: number | null
  /** What it printed with `say`. */
  said: unknown[]
  /** What it printed besides. */
  output: string
  errors: string
  /** Each call: its outcome, and when it arrived, in seconds since the start. */
  calls: { outcome: string; at: number }[]
  /** How much of the account's time its run took, in seconds. */
  took: number
  /** Could its waits have taken real time? */
  wasHindered: boolean
}

type Journey = {
  with?: Scenario
  /** How the script is run. Default: by Node, as an ES module. */
  command?: (script: string) => readonly [string, ...string[]]
  env?: Record<string, string>
}

/** What every script may use; `list` makes a call, `say` prints a value, `after` tells how long something took. */
const PRELUDE = `
const url = process.env.ALIAS_SANDBOX_URL + '/v1/aliases'
const headers = { authorization: 'Bearer ' + process.env.ALIAS_SANDBOX_API_KEY }
const list = (init = {}) => fetch(url, { headers, ...init })
const say = (value) => process.stdout.write('say ' + JSON.stringify(value) + '\\n')
const seconds = (from) => Math.round((Date.now() - from) / 1000)
`

/** Runs a client, written as a script, in a sandbox whose time it travels through. */
export async function travellingClient(script: string, journey: Journey = {}): Promise<Travelled> {
  const {
    command = (text) => [process.execPath, '--input-type=module', '--eval', text],
    env = {},
  } = journey
  const travel = await openTravel()
  onTestFinished(() => travel.close())
  const start = travel.clock.now()
  const { sandbox, url } = await freshSandbox({ clock: travel.clock, ...journey })
  const before = {
    ...process.env,
    ALIAS_SANDBOX_URL: url,
    ALIAS_SANDBOX_API_KEY: 'sandbox_default',
    ...env,
  }
  const [program, ...args] = command(PRELUDE + script)
  const child = spawn(program, args, {
    cwd: root,
    env: { ...before, ...travel.environment(before) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [output, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const [exitCode] = (await once(child, 'close')) as [number | null]
  const lines = output.split('\n')
  const said = lines.filter((line) => line.startsWith('say '))
  const toSeconds = (ms: number) => Math.round((ms - start) / 1_000)
  return {
    exitCode,
    said: said.map((line) => JSON.parse(line.slice(4)) as unknown),
    output: lines.filter((line) => !line.startsWith('say ')).join('\n'),
    errors,
    calls: sandbox
      .account('default')
      .journal.entries()
      .map(({ outcome, machineMs }) => ({
        outcome,
        at: toSeconds(machineMs),
      })),
    took: toSeconds(travel.clock.now()),
    wasHindered: travel.clock.hinderedMs >= 200,
  }
}
