import { constants } from 'node:os'
import { exitCodes, runtimeError } from '../../output/failure.ts'
import type { Io } from '../../output/io.ts'

/**
 * Runs `loop` until a signal arrives or standard output fails; then it aborts the signal that `loop` has
 * received. Returns the exit code. @throws Failure when standard output fails, unless its reader has closed it.
 */
export async function untilStopped(
  io: Io,
  loop: (stop: AbortSignal) => Promise<void>,
): Promise<number> {
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
    await loop(stop.signal)
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    unsubscribe()
  }
  if (failure !== undefined && failure !== 'EPIPE') {
    throw runtimeError(`cannot write to standard output (${failure})`)
  }
  return exitCode
}
