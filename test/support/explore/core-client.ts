import { hasStatus, timeOf } from '../../../src/contract/deliveries.ts'
import { toIso } from '../../../src/core/clock/times.ts'
import type { Client } from '../../../src/hunt/explore/client.ts'
import { observe } from '../../../src/hunt/explore/observe.ts'
import { scenarioIn } from '../../../src/hunt/explore/scenario-steps.ts'
import type { NamedScenario } from '../../../src/contract/scenario/scenario.ts'
import { usualStarts } from '../../../src/hunt/explore/scenarios/starts.ts'
import { shippedScenarios } from '../../../src/node/files/scenario-catalog.ts'
import { ScenarioCatalog } from '../../../src/scenario/catalog.ts'
import { callCore } from '../core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../core/core-sandbox.ts'

/** An answer as a client reads it; status 0 if there was none, and no body if it is not JSON. */
export type CoreAnswer = {
  status: number
  retryAfterMs: number | undefined
  body: Record<string, unknown> | undefined
}

/** The abilities of a client in these tests. Time passes only by waiting. */
export type Api = {
  create(alias?: object): CoreAnswer
  list(query?: string): CoreAnswer
  wait(ms: number): void
}

/** How long these clients wait for an answer. */
const TIME_OUT_MS = 60_000

/** A client that makes more calls does not end by itself. */
const MAX_CALLS = 500

class StoppedError extends Error {}

const catalog = new ScenarioCatalog(shippedScenarios())

/** Where scenarios start. */
export const scenarios = usualStarts((name) => catalog.find(name))
export const calmScenario = scenarioIn(scenarios[0])

/** A client without HTTP: it calls the core, and what it throws is its failure. */
export function coreClient(script: (api: Api) => void): Client {
  return { run: (scenario) => Promise.resolve(runOnce(script, scenario)) }
}

function runOnce(script: (api: Api) => void, scenario: NamedScenario) {
  let isEndless = false
  let machineMs = MACHINE_MS
  let calls = 0
  const sandbox = coreSandbox(scenario.scenario, { name: scenario.name })
  const send = (request: { method: string; query?: string; body?: string }): CoreAnswer => {
    if (isEndless) throw new StoppedError()
    const entry = callCore(sandbox, { ...request, machineMs })
    isEndless = (calls += 1) >= MAX_CALLS
    const { kind } = entry.delivery
    machineMs += (kind === 'hang' ? TIME_OUT_MS : timeOf(entry.delivery)) + 1
    entry.ended_at = toIso(machineMs)
    entry.client_left = kind === 'hang'
    const { status, body, retry_after_seconds } = entry.response
    if (!hasStatus(entry.delivery)) return { status: 0, retryAfterMs: undefined, body: undefined }
    const retryAfterMs = retry_after_seconds === undefined ? undefined : retry_after_seconds * 1_000
    return { status, retryAfterMs, body: kind === 'truncate' ? undefined : parse(body) }
  }
  const finish = (end: 'passed' | 'failed' | 'over_time', output = '') =>
    observe(sandbox.accounts(), { end, output, endedMs: machineMs, hasTooManyCalls: isEndless })
  try {
    script({
      create: (alias) => send({ method: 'POST', ...(alias && { body: JSON.stringify(alias) }) }),
      list: (query = '') => send({ method: 'GET', query }),
      wait: (ms) => (machineMs += ms),
    })
    return finish('passed')
  } catch (error) {
    return error instanceof StoppedError
      ? finish('over_time')
      : { ...finish('failed', String(error)), ...mistakeOf(error) }
  }
}

/** A TypeError is a mistake in the script; any other error is a report. */
function mistakeOf(error: unknown) {
  if (!(error instanceof TypeError)) return {}
  return { mistake: { name: error.name, message: error.message } }
}

function parse(body: string): CoreAnswer['body'] {
  try {
    return JSON.parse(body) as CoreAnswer['body']
  } catch {
    return undefined
  }
}
