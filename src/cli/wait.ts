import { setTimeout as sleep } from 'node:timers/promises'
import type { ControlClient, Ready } from '../client/client.ts'
import { SandboxError } from '../client/error.ts'
import type { Context } from './context.ts'
import { exitCodes, Failure, usageError } from './failure.ts'
import { connect, toFailure } from './remote.ts'
import { shown } from '../contract/not-one-of.ts'

const BETWEEN_LOOKS_MS = 50
const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** Waits until the sandbox takes calls; 124 when it does not in time. */
export async function runWait(context: Context): Promise<number> {
  const { timeout = '' } = context.options
  const client = connect(context)
  const deadline = AbortSignal.timeout(readTimeout(timeout))
  const ready = await poll(client, deadline)
  if (ready === undefined) {
    throw new Failure(exitCodes.timedOut, [
      `alias-sandbox: no sandbox took calls at ${client.url} within ${timeout}`,
    ])
  }
  const { io, options } = context
  io.stdout.write(
    options.json
      ? `${JSON.stringify(ready)}\n`
      : `ready on ${client.url} (scenario ${ready.scenario})\n`,
  )
  return exitCodes.ok
}

async function poll(client: ControlClient, deadline: AbortSignal): Promise<Ready | undefined> {
  while (!deadline.aborted) {
    try {
      const ready = await client.ready(deadline)
      if (ready.status === 'ready') return ready
    } catch (error) {
      // Not there yet, or another server that is about to make room: both may pass.
      if (!isPassing(error) && !deadline.aborted) throw toFailure(error)
    }
    await sleep(BETWEEN_LOOKS_MS, undefined, { signal: deadline }).catch(() => undefined)
  }
  return undefined
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof SandboxError)) return false
  return error.code === 'unreachable' || error.code === 'not_a_sandbox'
}

/** Milliseconds of `10s`, `2m`, `500ms`; a number is seconds. */
function readTimeout(text: string): number {
  const match = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m|h)?$/.exec(text)
  const ms = match ? Math.round(Number(match[1]) * units[match[2] ?? 's']!) : NaN
  if (ms <= 2_147_483_647) return ms // the longest that a timer can be set to
  throw usageError(`--timeout: ${shown(text)} is not a duration such as 10s, 2m or 500ms`)
}
