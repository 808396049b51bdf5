/** The place of a value in an order: by rank, and for equal ranks by `tie`. */
export type Place = { readonly rank: number; readonly tie: Tie }
export type Tie = string | number
/** The place of a value, in two functions so that no object is made for it. */
export type Ordering<Value> = { rank: (value: Value) => number; tie: (value: Value) => Tie }

/** Identifies the one set that may change a node; any other set copies the node first. */
export type Owner = object

/** `ranks` are those of the values. */
export type Leaf<Value> = {
  owner: Owner
  ranks: readonly number[]
  values: readonly Value[]
  ties: null
  children: null
}
/** `ranks[i]` and `ties[i]` are above every place in `children[i]`, and not above any in the next. */
export type Inner<Value> = {
  owner: Owner
  ranks: number[]
  values: null
  ties: Tie[]
  children: Node<Value>[]
}
export type Node<Value> = Leaf<Value> | Inner<Value>
/** A new right neighbour of a node that had to be split, and the place that separates them. */
export type Split<Value> = Place & { node: Node<Value> }

/** Nodes of a set that is made at once have room, so that the next values do not split them. */
const FILLED_SIZE = 28

/** A tree of values that are in order, without two in the same place. */
export function treeOf<Value>(
  owner: Owner,
  order: Ordering<Value>,
  values: readonly Value[],
): Node<Value> {
  let level: Split<Value>[] = slices(values).map((some) => {
    const ranks = some.map(order.rank)
    const node = { owner, ranks, values: some, ties: null, children: null }
    return { rank: ranks[0]!, tie: order.tie(some[0]!), node }
  })
  while (level.length > 1) {
    level = slices(level).map((some) => {
      const [first, ...others] = some
      const ranks = others.map(({ rank }) => rank)
      const ties = others.map(({ tie }) => tie)
      const children = some.map(({ node }) => node)
      return { ...first!, node: { owner, ranks, values: null, ties, children } }
    })
  }
  return level[0]?.node ?? { owner, ranks: [], values: [], ties: null, children: null }
}

/** Places that only ever grow leave full nodes behind. */
export function splitPoint(length: number, isLast: boolean): number {
  return isLast ? length - 1 : length >> 1
}

export function sizeOf({ values, children }: Node<unknown>): number {
  return (values ?? children).length
}

function slices<Item>(items: readonly Item[]): Item[][] {
  const sliced: Item[][] = []
  for (let at = 0; at < items.length; at += FILLED_SIZE)
    sliced.push(items.slice(at, at + FILLED_SIZE))
  return sliced
}

/**
 * The values in order. Numbers are sorted much faster than values by comparing them, so each value
 * finds its place among the sorted ranks.
 */
export function inOrderOf<Value>(order: Ordering<Value>, values: readonly Value[]): Value[] {
  const own = Float64Array.from(values, order.rank)
  if (own.every((rank, at) => at === 0 || own[at - 1]! < rank)) return [...values]
  const ranks = own.toSorted()
  const sorted: Value[] = [...values]
  const used = new Uint32Array(values.length)
  for (const [at, rank] of own.entries()) {
    const first = placeOf(ranks, rank)
    sorted[first + used[first]!] = values[at]!
    used[first]! += 1
  }
  for (const [first, count] of used.entries()) {
    if (count > 1) sortTies(order, sorted, first, first + count)
  }
  return sorted
}

/** Position of the first of these sorted ranks that is not less. */
function placeOf(ranks: Float64Array, rank: number): number {
  let low = 0
  let high = ranks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranks[middle]! < rank) low = middle + 1
    else high = middle
  }
  return low
}

function sortTies<Value>(order: Ordering<Value>, values: Value[], from: number, to: number): void {
  const compare = (a: Value, b: Value) => (order.tie(a) < order.tie(b) ? -1 : 1)
  const ties = values.slice(from, to).toSorted(compare)
  for (const [at, value] of ties.entries()) values[from + at] = value
}

/** Merges two lists that are each in order. */
export function merged<Value>(order: Ordering<Value>, some: Value[], others: Value[]): Value[] {
  if (some.length === 0) return others
  const all: Value[] = []
  let next = 0
  for (const value of others) {
    while (next < some.length && isBefore(order, some[next]!, value)) all.push(some[next++]!)
    all.push(value)
  }
  while (next < some.length) all.push(some[next++]!)
  return all
}

function isBefore<Value>(order: Ordering<Value>, one: Value, other: Value): boolean {
  const distance = order.rank(one) - order.rank(other)
  return distance < 0 || (distance === 0 && order.tie(one) < order.tie(other))
}
