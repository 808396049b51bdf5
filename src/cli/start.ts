import { constants } from 'node:os'
import { announce } from './announce.ts'
import type { Context } from './context.ts'
import { exitCodes } from './failure.ts'
import { openSandbox } from './open-sandbox.ts'
import { readSettings } from './settings.ts'

/** Runs a sandbox until a signal ends it; a second SIGINT does not wait for what is in flight. */
export async function runStart(context: Context): Promise<number> {
  const settings = await readSettings(context)
  const running = await openSandbox(settings)
  return new Promise((resolve, reject) => {
    let isStopping = false
    let stopTelling = () => {}
    const finish = async () => {
      await running.close()
      stopTelling()
    }
    const unsubscribe = context.io.onSignal((signal) => {
      if (isStopping) {
        if (signal === 'SIGINT') resolve(exitCodes.signal + constants.signals.SIGINT)
        return
      }
      isStopping = true
      finish().then(() => {
        unsubscribe()
        resolve(exitCodes.ok)
      }, reject)
    })
    try {
      stopTelling = announce(context, settings, running, context.io.stdout)
    } catch (error) {
      unsubscribe()
      running.close().then(() => reject(error as Error), reject)
    }
  })
}
