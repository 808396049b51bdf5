import { setTimeout as sleep } from 'node:timers/promises'
import type { ControlClient } from '../../../client/client.ts'
import type { Ready } from '../../../contract/control/control-shapes.ts'
import { printable } from '../../../text/escape.ts'
import { isNobodyThere, isUntrusted, SandboxError } from '../../../client/error.ts'
import type { Context } from '../../args/context.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { exitCodes, Failure } from '../../output/failure.ts'
import { tell } from '../../output/tell.ts'
import { connect, toFailure } from '../../sandbox/remote.ts'
import { readWait, waitText } from '../../args/durations.ts'

const POLL_INTERVAL_MS = 50

/** Waits until the sandbox accepts calls; exits with 124 on a timeout. */
export async function runWait(
  context: Context<'timeout' | 'json' | ConnectionOption>,
): Promise<number> {
  const { timeout } = context.options
  const client = connect(context)
  const deadline = AbortSignal.timeout(readWait(timeout))
  const ready = await poll(client, deadline)
  if ('why' in ready) {
    throw new Failure(exitCodes.timedOut, [
      `alias-sandbox: no sandbox was ready at ${client.url} within ${waitText(timeout)}${ready.why}`,
    ])
  }
  return tell(context, ready, `ready on ${client.url} (scenario ${printable(ready.scenario)})`)
}

/** The sandbox when it is ready; else why it was not, as the end of a message. */
async function poll(
  client: ControlClient,
  deadline: AbortSignal,
): Promise<Ready | { why: string }> {
  let why = ''
  while (!deadline.aborted) {
    try {
      const ready = await client.ask('GET ready', { signal: deadline })
      if (ready.status === 'ready') return ready
    } catch (error) {
      // Not started yet, or another server is still using the port: both may be temporary.
      if (isTemporary(error)) why = isNobodyThere(error) ? '' : `: ${error.message}`
      else if (!deadline.aborted) throw toFailure(error)
    }
    await sleep(POLL_INTERVAL_MS, undefined, { signal: deadline }).catch(() => undefined)
  }
  return { why }
}

function isTemporary(error: unknown): error is SandboxError {
  if (!(error instanceof SandboxError) || isUntrusted(error)) return false
  return error.code === 'unreachable' || error.code === 'not_a_sandbox'
}
