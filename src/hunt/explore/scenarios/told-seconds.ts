import { randomAt } from '../../../core/random/random.ts'

/** Long enough that no client waits so long by chance between two tries, and short enough to be waited for. */
const SHORTEST = 2
const LONGEST = 5
const VALUES = LONGEST - SHORTEST + 1

/** How many seconds the answer to a call asks to wait, by its place from 0: never the same twice in a row. */
export function toldSeconds(seed: number, place: number): number {
  let value = randomAt(seed, 0) % VALUES
  for (let each = 1; each <= place; each += 1) {
    value = (value + 1 + (randomAt(seed, each) % (VALUES - 1))) % VALUES
  }
  return SHORTEST + value
}
