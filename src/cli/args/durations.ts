import { readDuration } from '../../contract/values/to-ms.ts'
import { usageError } from '../output/failure.ts'
import { invalidValue } from '../output/wrong-value.ts'
import { NO_TIME_LIMIT } from './tables/command-options.ts'

/** The longest time of a timer. */
const MAX_MS = 2_147_483_647

/** Reads how long to wait by `--timeout`, in milliseconds. @throws Failure */
export function readWait(text: string): number {
  const ms = readDuration(text)
  if (ms <= MAX_MS) return ms
  throw usageError(invalidValue(text, '--timeout', 'a duration such as 500ms, 10s or 2m'))
}

/** Returns `--timeout` as messages say it: a number means seconds. */
export function waitText(text: string): string {
  return /\d$/.test(text) ? `${text} s` : text
}

/** Reads the time for a run, or for all of them, in milliseconds. @throws Failure */
export function readRunTime(
  text: string,
  label: string,
  expected = 'a duration such as 90s or 5m',
): number {
  const ms = readDuration(text)
  if (ms > 0 && ms <= MAX_MS) return ms
  throw usageError(invalidValue(text, label, expected))
}

/** Reads such a time, which may be `none`: undefined. @throws Failure */
export function readTimeLimit(text: string, label = '--timeout'): number | undefined {
  if (text === NO_TIME_LIMIT) return undefined
  return readRunTime(text, label, `a duration such as 90s or 5m, or ${NO_TIME_LIMIT}`)
}
