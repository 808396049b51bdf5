import type { ArmedFault } from '../../contract/state/state.ts'
import { LONGEST_DELAY_MS } from '../../contract/delay-times.ts'
import { hashOf, RANDOM_RANGE, randomAt } from '../random/random.ts'

/**
 * How long a call waits that has just met the fault, in milliseconds. What is drawn follows from the seed, the fault
 * and the number of the call, so each run and each replay waits as long.
 */
export function delayOf({ id, ms = 0, hits }: ArmedFault, seed: number): number {
  if (typeof ms === 'number') return ms
  if (Array.isArray(ms)) return ms[(hits - 1) % ms.length] ?? 0
  const { p50, p99 } = ms
  const spread = Math.log(p99 / p50) / NORMAL_P99
  const drawn = p50 * Math.exp(spread * drawNormal(hashOf(`${seed}/delay/${id}`), hits))
  return Math.min(LONGEST_DELAY_MS, Math.max(1, Math.round(drawn)))
}

/** 99 of 100 numbers of a standard normal distribution are below it. */
const NORMAL_P99 = 2.326_347_874

/** Delays of services are distributed log-normally: most are near the median, a few far above it. */
function drawNormal(seed: number, position: number): number {
  const [one, other] = [2 * position, 2 * position + 1].map((at) => randomAt(seed, at))
  const radius = Math.sqrt(-2 * Math.log(((one ?? 0) + 1) / RANDOM_RANGE))
  return radius * Math.cos((2 * Math.PI * (other ?? 0)) / RANDOM_RANGE)
}
