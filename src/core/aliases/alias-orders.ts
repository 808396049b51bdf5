import { weights } from '../memory/weights.ts'
import type { Alias, Expiring } from './alias.ts'
import type { Ordering } from './sorted-values.ts'

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

export const byId: Ordering<string, Alias> = {
  key: ({ id }) => id,
  compare: byText,
  sortRoughly,
}
export const bySeq: Ordering<number, Alias> = {
  key: ({ seq }) => seq,
  compare: (one, other) => one - other,
  weigh: ({ weight }) => weight,
}
/** The keys are the aliases themselves. */
export const byExpiry: Ordering<Pick<Expiring, 'expires_at' | 'seq'>, Expiring> = {
  key: (alias) => alias,
  compare: (one, other) => one.expires_at - other.expires_at || one.seq - other.seq,
}
/** The ids of aliases that were removed. */
export const removedIds: Ordering<string, string> = {
  key: (id) => id,
  compare: byText,
  weigh: () => weights.removed,
}

/** Characters of an id that are sorted as a number. */
const SORTED_FIRST = 4

/**
 * Sorts aliases by the first characters of their ids, as numbers with the position of each. Sorting
 * a million by text takes half as long after that.
 */
function sortRoughly(aliases: readonly Alias[]): Alias[] {
  const { length } = aliases
  const places = Float64Array.from(aliases, ({ id }, at) => startOf(id) * length + at).toSorted()
  return Array.from(places, (place) => aliases[place % length]!)
}

function startOf(id: string): number {
  let start = 0
  for (let at = 0; at < SORTED_FIRST; at += 1)
    start = start * 128 + (at < id.length ? Math.min(id.charCodeAt(at), 127) : 0)
  return start
}
