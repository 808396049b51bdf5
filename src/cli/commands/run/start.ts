import { constants } from 'node:os'
import type { RunningSandbox, StartOptions } from '../../../node/start.ts'
import { reportReady, warnOfForeignKeys, warnOfOtherMachines } from '../../sandbox/report-ready.ts'
import type { Context } from '../../args/context.ts'
import type { StartOption } from '../../args/tables/option-groups.ts'
import { exitCodes } from '../../output/failure.ts'
import type { Io } from '../../output/io.ts'
import { openLiveLog, type RequestLog } from '../../log/request-log.ts'
import { closeSandbox, openSandbox } from '../../sandbox/open-sandbox.ts'
import { checkOutputPaths } from '../../sandbox/output-paths.ts'
import { toReady } from '../../sandbox/ready.ts'
import { claimReadyFile, type ReadyFile } from '../../sandbox/ready-file.ts'
import { readSettings } from '../../sandbox/settings.ts'
import { watchSignals } from '../../child/signals.ts'

/** Runs a sandbox until a signal stops it. A second SIGINT does not wait for requests in flight. */
export async function runStart(context: Context<StartOption>): Promise<number> {
  checkOutputPaths(context)
  const readyFile = claimReadyFile(context)
  const settings = { ...(await readSettings(context)), onStop: context.io.requestEnd }
  const log = openLiveLog(context)
  try {
    const running = await openSandbox(settings, context)
    return await serve(context, { settings, running, log, readyFile })
  } finally {
    await log?.close()
  }
}

type StartedSandbox = {
  settings: StartOptions
  running: RunningSandbox
  log: RequestLog | undefined
  readyFile: ReadyFile
}

/** Reports that a sandbox is ready and runs it until a signal stops it. */
async function serve(
  context: Context<'json' | 'open' | 'quiet'>,
  { settings, running, log, readyFile }: StartedSandbox,
): Promise<number> {
  const { io } = context
  warnOfOtherMachines(context, settings)
  const end = awaitEnd(io)
  const stopWarning = warnOfForeignKeys(context, running)
  try {
    readyFile.write(toReady(running, settings))
    log?.attach(running)
    reportReady(context, settings, running, io.stdout)
    await end.requested
    readyFile.remove()
    await Promise.race([closeSandbox(running), end.requestedNow])
    return end.isRequestedNow() ? exitCodes.signal + constants.signals.SIGINT : exitCodes.ok
  } catch (error) {
    await running.close().catch(() => {}) // the first error is the one to report
    throw error
  } finally {
    readyFile.remove()
    stopWarning()
    end.stop()
  }
}

/** The first signal requests a stop; a SIGINT after it requests an immediate stop. */
function awaitEnd(io: Io) {
  let isRequestedNow = false
  let resolveRequested = () => {}
  let resolveRequestedNow = () => {}
  const requested = new Promise<void>((resolve) => (resolveRequested = resolve))
  const requestedNow = new Promise<void>((resolve) => (resolveRequestedNow = resolve))
  const stop = watchSignals(io, (signal, before) => {
    if (before === 0) resolveRequested()
    else if (signal === 'SIGINT') {
      isRequestedNow = true
      resolveRequestedNow()
    }
  })
  return { requested, requestedNow, isRequestedNow: () => isRequestedNow, stop }
}
