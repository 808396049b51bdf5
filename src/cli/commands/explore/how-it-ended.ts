import { constants } from 'node:os'
import type { ObservedRun } from '../../../hunt/explore/client.ts'
import type { CommandEnd } from '../../child/captured-child.ts'
import { exitCodes } from '../../output/failure.ts'

/** Signals that a program gets for what it did itself. */
const OWN_FAULTS = ['SIGILL', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV'] as const

/** The end of a run of a command. A command that reports an error and exits has failed; it has not crashed. */
export function howItEnded(end: CommandEnd): Pick<ObservedRun, 'end' | 'exitCode' | 'signal'> {
  const { exitCode, isOverTime } = end
  if (isOverTime) return { end: 'over_time' }
  if (exitCode === exitCodes.ok) return { end: 'passed', exitCode }
  const signal = end.signal ?? signalOf(exitCode)
  return signal === undefined ? { end: 'failed', exitCode } : { end: 'crashed', exitCode, signal }
}

/** Shells and npm turn the signal that ended the program they ran into an exit code. */
function signalOf(exitCode: number): string | undefined {
  return OWN_FAULTS.find((name) => exitCode === exitCodes.signal + constants.signals[name])
}
