import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitCodes, runtimeError } from '../../output/failure.ts'
import type { Io } from '../../output/io.ts'

/** The time between two looks for new entries. */
const INTERVAL_MS = 200

/**
 * Reads what is new again and again until a signal arrives or standard output fails. Returns the exit code.
 * @throws Failure when standard output fails, unless its reader has closed it.
 */
export async function follow(io: Io, read: () => Promise<unknown>): Promise<number> {
  const stop = new AbortController()
  let exitCode: number = exitCodes.ok
  let failure: string | undefined
  const unsubscribe = io.onSignal((signal) => {
    exitCode = exitCodes.signal + constants.signals[signal]
    stop.abort()
  })
  io.stdout.onFailure((code) => {
    failure = code
    stop.abort()
  })
  try {
    while (!stop.signal.aborted) {
      await read()
      await sleep(INTERVAL_MS, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  } finally {
    unsubscribe()
  }
  if (failure !== undefined && failure !== 'EPIPE') {
    throw runtimeError(`cannot write to standard output (${failure})`)
  }
  return exitCode
}
