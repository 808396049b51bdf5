/**
 * Lets consecutive calls with equal items share one array. Most calls of a client repeat the one
 * before, and a journal of a thousand separate copies costs the garbage collector time.
 */
export function internLast<Item>(): (items: readonly Item[]) => readonly Item[] {
  let last: readonly Item[] | undefined
  return (items) => {
    if (last === undefined || !isSame(items, last)) last = items
    return last
  }
}

export function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  if (some.length !== others.length) return false
  let same = 0
  while (same < some.length && some[same] === others[same]) same += 1
  return same === some.length
}
