import { setTimeout as sleep } from 'node:timers/promises'
import type { ControlClient } from '../../../client/client.ts'
import { isNobodyThere, SandboxError } from '../../../client/error.ts'
import { startOf } from '../../../node/process-table.ts'
import type { Context } from '../../args/context.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { exitCodes, Failure, runtimeError, usageError } from '../../output/failure.ts'
import { tell } from '../../output/tell.ts'
import { readReadyFile } from '../../sandbox/ready-file.ts'
import { connect, toFailure } from '../../sandbox/remote.ts'
import { readWait, waitText } from '../../args/durations.ts'

const POLL_INTERVAL_MS = 50

type StopContext = Context<'ready-file' | 'timeout' | 'json' | ConnectionOption>

/** Stops the running sandbox and waits until it has ended; exits with 124 on a timeout. */
export async function runStop(context: StopContext): Promise<number> {
  const { options } = context
  const deadline = AbortSignal.timeout(readWait(options.timeout))
  const { client, pid: expected } = find(context)
  try {
    const pid = await findPid(client, deadline)
    if (expected !== undefined && pid !== expected) {
      throw runtimeError(
        `the sandbox at ${client.url} (pid ${pid}) did not write --ready-file ${options['ready-file']}, which names pid ${expected}; it was left alone`,
      )
    }
    const start = startOf(pid)
    const stopping = await client.ask('POST stop', { signal: deadline })
    const isHere = start === stopping.started
    await untilGone(client, { pid, started: stopping.started, isHere }, deadline)
    return tell(
      context,
      { event: 'stopped', url: client.url, pid },
      `stopped ${client.url} (pid ${pid})`,
    )
  } catch (error) {
    if (!deadline.aborted) throw toFailure(error)
    throw new Failure(exitCodes.timedOut, [
      `alias-sandbox: the sandbox at ${client.url} has not ended within ${waitText(options.timeout)}`,
    ])
  }
}

/** A flag wins over a variable, and the file over the variable of the URL. */
function find(context: StopContext): { client: ControlClient; pid?: number } {
  const { options, sourceOf, labelOf } = context
  const file = options['ready-file']
  const isUrlRequested = sourceOf('url') === 'flag'
  if (file === undefined || (isUrlRequested && sourceOf('ready-file') !== 'flag')) {
    return { client: connect(context) }
  }
  if (isUrlRequested) throw usageError('--url cannot be used with --ready-file')
  const { url, pid } = readReadyFile(file, labelOf('ready-file'))
  return { client: connect({ ...context, options: { ...options, url } }), pid }
}

/** Errors that say what is wrong, such as bad_request of a sandbox that speaks HTTPS. */
const explained: ReadonlySet<string> = new Set(['unauthorized', 'bad_request', 'unreachable'])

/** The process of the sandbox. Nothing is sent to another server but the question who it is. */
async function findPid(client: ControlClient, deadline: AbortSignal): Promise<number> {
  const { url } = client
  const live = await client.ask('GET live', { signal: deadline }).catch((error: unknown) => {
    if (!(error instanceof SandboxError)) throw error
    if (isNobodyThere(error)) {
      throw runtimeError(`no sandbox runs at ${url}, so there is nothing to stop`)
    }
    if (explained.has(error.code)) throw error
    return undefined
  })
  // Only a sandbox without a port has none.
  if (live?.service === 'alias-sandbox' && live.pid !== null) return live.pid
  throw runtimeError(`the server at ${url} is not alias-sandbox; it was left alone`)
}

/**
 * The port is free before open requests are finished and saved. So a process of this machine is gone when it has
 * ended; of one elsewhere, in a container for example, only the port is known.
 */
async function untilGone(
  client: ControlClient,
  { pid, started, isHere }: { pid: number; started: string | null; isHere: boolean },
  deadline: AbortSignal,
): Promise<void> {
  const isGone = async () => (isHere ? startOf(pid) !== started : !(await answers(client, pid)))
  while (!(await isGone())) {
    deadline.throwIfAborted()
    await sleep(POLL_INTERVAL_MS, undefined, { signal: deadline })
  }
}

async function answers(client: ControlClient, pid: number): Promise<boolean> {
  try {
    return (await client.ask('GET live')).pid === pid
  } catch (error) {
    if (error instanceof SandboxError) return error.code !== 'unreachable'
    throw error
  }
}
