import { constants } from 'node:os'
import { announce } from './announce.ts'
import type { Context } from './context.ts'
import { exitCodes } from './failure.ts'
import type { Io } from './io.ts'
import { closeSandbox, openSandbox } from './open-sandbox.ts'
import { readSettings } from './settings.ts'

/** Runs a sandbox until a signal ends it; a second SIGINT does not wait for what is in flight. */
export async function runStart(context: Context): Promise<number> {
  const settings = await readSettings(context)
  const running = await openSandbox(settings)
  const signals = watchSignals(context.io)
  let stopTelling = () => {}
  try {
    stopTelling = announce(context, settings, running, context.io.stdout)
    await signals.first
    await Promise.race([closeSandbox(running), signals.impatience])
    return signals.isImpatient() ? exitCodes.signal + constants.signals.SIGINT : exitCodes.ok
  } catch (error) {
    await running.close().catch(() => {}) // the first error is the one to tell
    throw error
  } finally {
    stopTelling()
    signals.stop()
  }
}

/** The first signal asks to stop, a SIGINT after it asks to stop at once. */
function watchSignals(io: Io) {
  let count = 0
  let impatient = false
  let tellFirst = () => {}
  let tellImpatience = () => {}
  const first = new Promise<void>((resolve) => (tellFirst = resolve))
  const impatience = new Promise<void>((resolve) => (tellImpatience = resolve))
  const stop = io.onSignal((signal) => {
    count += 1
    if (count === 1) tellFirst()
    else if (signal === 'SIGINT') {
      impatient = true
      tellImpatience()
    }
  })
  return { first, impatience, isImpatient: () => impatient, stop }
}
