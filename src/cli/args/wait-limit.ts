import { readDuration } from '../../contract/values/to-ms.ts'
import { usageError } from '../output/failure.ts'
import { invalidValue } from '../output/wrong-value.ts'

/** How long to wait by `--timeout`, in milliseconds. @throws Failure */
export function readWait(text: string): number {
  const ms = readDuration(text)
  if (ms <= 2_147_483_647) return ms // the maximum of a timer
  throw usageError(invalidValue(text, '--timeout', 'a duration such as 500ms, 10s or 2m'))
}

/** Returns `--timeout` as messages say it: a number means seconds. */
export function waitText(text: string): string {
  return /\d$/.test(text) ? `${text} s` : text
}
