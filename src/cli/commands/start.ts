import { constants } from 'node:os'
import { announce, warnOfForeignKeys, warnOfOtherMachines } from '../sandbox/announce.ts'
import type { Context } from '../args/context.ts'
import { exitCodes } from '../output/failure.ts'
import type { Io } from '../output/io.ts'
import { openLiveLog, type CallLog } from '../log/open-call-log.ts'
import { closeSandbox, openSandbox } from '../sandbox/open-sandbox.ts'
import { checkOutputPaths } from '../sandbox/output-paths.ts'
import { toReady } from '../sandbox/ready.ts'
import { claimReadyFile, type ReadyFile } from '../sandbox/ready-file.ts'
import { readSettings } from '../sandbox/settings.ts'
import { watchSignals } from '../child/signals.ts'

/** Runs a sandbox until a signal ends it; a second SIGINT does not wait for what is in flight. */
export async function runStart(context: Context): Promise<number> {
  checkOutputPaths(context)
  const readyFile = claimReadyFile(context.options['ready-file'], context.io)
  const settings = await readSettings(context)
  const log = openLiveLog(context)
  try {
    const running = await openSandbox(settings)
    return await serve(context, { settings, running, log, readyFile })
  } finally {
    await log?.close()
  }
}

type Parts = {
  settings: Awaited<ReturnType<typeof readSettings>>
  running: Awaited<ReturnType<typeof openSandbox>>
  log: CallLog | undefined
  readyFile: ReadyFile
}

async function serve(context: Context, { settings, running, log, readyFile }: Parts) {
  const { io } = context
  warnOfOtherMachines(context, settings)
  const end = awaitEnd(io)
  const stopWarning = warnOfForeignKeys(context, running)
  try {
    readyFile.write(toReady(running, settings))
    log?.attach(running)
    announce(context, settings, running, io.stdout)
    await end.wanted
    readyFile.remove()
    await Promise.race([closeSandbox(running), end.wantedNow])
    return end.isWantedNow() ? exitCodes.signal + constants.signals.SIGINT : exitCodes.ok
  } catch (error) {
    await running.close().catch(() => {}) // the first error is the one to tell
    throw error
  } finally {
    readyFile.remove()
    stopWarning()
    end.stop()
  }
}

/** The first signal asks to stop, a SIGINT after it asks to stop at once. */
function awaitEnd(io: Io) {
  let isWantedNow = false
  let tellWanted = () => {}
  let tellWantedNow = () => {}
  const wanted = new Promise<void>((resolve) => (tellWanted = resolve))
  const wantedNow = new Promise<void>((resolve) => (tellWantedNow = resolve))
  const stop = watchSignals(io, (signal, before) => {
    if (before === 0) tellWanted()
    else if (signal === 'SIGINT') {
      isWantedNow = true
      tellWantedNow()
    }
  })
  return { wanted, wantedNow, isWantedNow: () => isWantedNow, stop }
}
