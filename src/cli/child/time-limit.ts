import { readDuration } from '../../contract/values/to-ms.ts'
import { NO_TIME_LIMIT } from '../args/tables/run-options.ts'
import { usageError } from '../output/failure.ts'
import { invalidValue } from '../output/wrong-value.ts'

/** The longest time of a timer. */
const MAX_MS = 2_147_483_647

/** The time limit of a run in milliseconds; undefined for `none`. @throws Failure */
export function readTimeLimit(text: string, label = '--timeout'): number | undefined {
  if (text === NO_TIME_LIMIT) return undefined
  const ms = readDuration(text)
  if (ms > 0 && ms <= MAX_MS) return ms
  throw usageError(invalidValue(text, label, `a duration such as 90s or 5m, or ${NO_TIME_LIMIT}`))
}
