import * as v from 'valibot'
import { faultRanges } from './fault-ranges.ts'
import { expecting, integer, items, strictObject } from './values/fields.ts'

/** The longest delay, in milliseconds of real time. */
export const LONGEST_DELAY_MS = faultRanges.ms[1]

/** The longest time for which an answer is held back for another one. */
export const LONGEST_HOLD_MS = 2_000

const ms = integer(...faultRanges.ms)

/** Half of the delays are at most `p50`, 99 of 100 at most `p99`. */
const spread = v.pipe(
  strictObject({ p50: ms, p99: ms }),
  v.check(({ p50, p99 }) => p99 >= p50, 'must have a p99 that is not less than p50'),
)

const inTurn = v.pipe(
  items(integer(0, LONGEST_DELAY_MS)),
  v.minLength(1, 'must have at least 1 item'),
)

/** The waits of a fault's calls: one time for all, times in turn, or a range to draw from by the seed. */
export const delayTimes = v.union(
  [ms, spread, inTurn],
  expecting(`an integer from 1 to ${LONGEST_DELAY_MS}, a list of integers or { p50, p99 }`),
)
export type DelayTimes = v.InferOutput<typeof delayTimes>
