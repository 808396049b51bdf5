import {
  inOrderOf,
  merged,
  sizeOf,
  splitPoint,
  treeOf,
  type Inner,
  type Leaf,
  type Node,
  type Ordering,
  type Owner,
  type Place,
  type Split,
  type Tie,
} from './sorted-nodes.ts'

/** The most values in a leaf and the most children of an inner node. */
const MAX_SIZE = 32
/** A node of this size or smaller is merged with a neighbour. */
const SMALL_SIZE = 8
/** The share of a set up to which values are added one by one. */
const ADDED_SINGLY = 1 / 16

/**
 * Values in order: a B+ tree with O(log n) operations. `clone` takes constant time: both sets share
 * all nodes, and each copies a node when it first changes it. Ranks stand in the nodes, because
 * comparing a million ids as texts takes 3 µs for each search and as numbers 0.7.
 */
export class SortedSet<Value> {
  readonly #order: Ordering<Value>
  #owner: Owner = {}
  #root: Node<Value>
  #size = 0

  /** `values` are in order, without two in the same place. */
  constructor(order: Ordering<Value>, values: readonly Value[] = []) {
    this.#order = order
    this.#root = treeOf(this.#owner, order, values)
    this.#size = values.length
  }

  clone(): SortedSet<Value> {
    const copy = new SortedSet<Value>(this.#order)
    copy.#root = this.#root
    copy.#size = this.#size
    this.#owner = {} // from here on, both sets copy the nodes that they now share
    return copy
  }

  get size(): number {
    return this.#size
  }

  get(rank: number, tie: Tie): Value | undefined {
    let node = this.#root
    while (node.children !== null) node = node.children[this.#after(node, rank, tie)]!
    const value = node.values[this.#from(node, rank, tie)]
    return value !== undefined && this.#isAt(value, rank, tie) ? value : undefined
  }

  has(rank: number, tie: Tie): boolean {
    return this.get(rank, tie) !== undefined
  }

  /** Adds a value, or replaces the one in the same place. */
  put(value: Value): void {
    const root = (this.#root = this.#own(this.#root))
    const rank = this.#order.rank(value)
    const split = this.#insert(root, value, rank, this.#order.tie(value), true)
    if (split === null) return
    this.#root = {
      owner: this.#owner,
      ranks: [split.rank],
      values: null,
      ties: [split.tie],
      children: [root, split.node],
    }
  }

  /** Adds values; many at once by building the tree anew. */
  addAll(values: readonly Value[]): void {
    if (values.length < 100 || values.length < this.#size * ADDED_SINGLY) {
      for (const value of values) this.put(value)
      return
    }
    const all = merged(this.#order, this.values(), inOrderOf(this.#order, values))
    this.#owner = {}
    this.#root = treeOf(this.#owner, this.#order, all)
    this.#size = all.length
  }

  /** Removes the value in this place, if there is one. */
  delete(rank: number, tie: Tie): void {
    if (!this.has(rank, tie)) return
    const root = (this.#root = this.#own(this.#root))
    this.#remove(root, rank, tie)
    if (root.children?.length === 1) this.#root = root.children[0]!
    this.#size -= 1
  }

  /** Up to `count` values after this place, or from the first; ascending. */
  after(place: Place | null, count: number): Value[] {
    const found: Value[] = []
    this.#ascend(this.#root, place, count, found)
    return found
  }

  /** Up to `count` values before this place, or from the last; descending. */
  before(place: Place | null, count: number): Value[] {
    const found: Value[] = []
    this.#descend(this.#root, place, count, found)
    return found
  }

  /** All values in order. */
  values(): Value[] {
    return this.after(null, Infinity)
  }

  #insert(
    node: Node<Value>,
    value: Value,
    rank: number,
    tie: Tie,
    isLast: boolean,
  ): Split<Value> | null {
    if (node.children === null) return this.#insertHere(node, value, rank, tie, isLast)
    const at = this.#after(node, rank, tie)
    const child = (node.children[at] = this.#own(node.children[at]!))
    const split = this.#insert(child, value, rank, tie, isLast && at === node.ranks.length)
    if (split === null) return null
    node.ranks.splice(at, 0, split.rank)
    node.ties.splice(at, 0, split.tie)
    node.children.splice(at + 1, 0, split.node)
    return node.children.length > MAX_SIZE ? this.#splitInner(node, isLast) : null
  }

  #insertHere(leaf: Leaf<Value>, value: Value, rank: number, tie: Tie, isLast: boolean) {
    const at = this.#from(leaf, rank, tie)
    if (at < leaf.values.length && this.#isAt(leaf.values[at]!, rank, tie)) {
      leaf.values = leaf.values.with(at, value)
      return null
    }
    this.#size += 1
    leaf.ranks = leaf.ranks.toSpliced(at, 0, rank)
    leaf.values = leaf.values.toSpliced(at, 0, value)
    return leaf.values.length > MAX_SIZE ? this.#splitLeaf(leaf, isLast) : null
  }

  #splitLeaf(leaf: Leaf<Value>, isLast: boolean): Split<Value> {
    const at = splitPoint(leaf.values.length, isLast)
    const ranks = leaf.ranks.slice(at)
    const values = leaf.values.slice(at)
    leaf.ranks = leaf.ranks.slice(0, at)
    leaf.values = leaf.values.slice(0, at)
    const node = { owner: this.#owner, ranks, values, ties: null, children: null }
    return { rank: ranks[0]!, tie: this.#order.tie(values[0]!), node }
  }

  #splitInner(inner: Inner<Value>, isLast: boolean): Split<Value> {
    const at = splitPoint(inner.children.length, isLast)
    const [rank, ...ranks] = inner.ranks.splice(at - 1)
    const [tie, ...ties] = inner.ties.splice(at - 1)
    const children = inner.children.splice(at)
    const node = { owner: this.#owner, ranks, values: null, ties, children }
    return { rank: rank!, tie: tie!, node }
  }

  #remove(node: Node<Value>, rank: number, tie: Tie): void {
    if (node.children === null) {
      const at = this.#from(node, rank, tie)
      node.ranks = node.ranks.toSpliced(at, 1)
      node.values = node.values.toSpliced(at, 1)
      return
    }
    const at = this.#after(node, rank, tie)
    const child = (node.children[at] = this.#own(node.children[at]!))
    this.#remove(child, rank, tie)
    if (sizeOf(child) > SMALL_SIZE) return
    if (!this.#mergeWithNext(node, at)) this.#mergeWithNext(node, at - 1)
  }

  /** Merges a child with the next one if one node can hold both. */
  #mergeWithNext(parent: Inner<Value>, at: number): boolean {
    const left = parent.children[at]
    const right = parent.children[at + 1]
    if (!left || !right || sizeOf(left) + sizeOf(right) > MAX_SIZE) return false
    const merged = (parent.children[at] = this.#own(left))
    const [rank] = parent.ranks.splice(at, 1)
    const [tie] = parent.ties.splice(at, 1)
    parent.children.splice(at + 1, 1)
    if (merged.children === null) {
      merged.ranks = [...merged.ranks, ...right.ranks]
      merged.values = [...merged.values, ...(right as Leaf<Value>).values]
    } else {
      const { ties, children } = right as Inner<Value>
      merged.ranks.push(rank!, ...right.ranks)
      merged.ties.push(tie!, ...ties)
      merged.children.push(...children)
    }
    return true
  }

  #ascend(node: Node<Value>, place: Place | null, count: number, found: Value[]): void {
    const first = place === null ? 0 : this.#after(node, place.rank, place.tie)
    if (node.children === null) {
      for (let at = first; at < node.values.length && found.length < count; at += 1)
        found.push(node.values[at]!)
      return
    }
    for (let at = first; at < node.children.length && found.length < count; at += 1)
      this.#ascend(node.children[at]!, at === first ? place : null, count, found)
  }

  #descend(node: Node<Value>, place: Place | null, count: number, found: Value[]): void {
    const end = place === null ? node.ranks.length : this.#from(node, place.rank, place.tie)
    if (node.children === null) {
      for (let at = end - 1; at >= 0 && found.length < count; at -= 1) found.push(node.values[at]!)
      return
    }
    for (let at = end; at >= 0 && found.length < count; at -= 1)
      this.#descend(node.children[at]!, at === end ? place : null, count, found)
  }

  /**
   * The node itself if only this set has it, or else a copy. The lists of a leaf are shared, since every
   * change replaces them: to copy and then insert takes three times as long and half as much memory more.
   */
  #own(node: Node<Value>): Node<Value> {
    if (node.owner === this.#owner) return node
    const owner = this.#owner
    if (node.children === null) {
      return { owner, ranks: node.ranks, values: node.values, ties: null, children: null }
    }
    const { ranks, ties, children } = node
    return {
      owner,
      ranks: ranks.slice(),
      values: null,
      ties: ties.slice(),
      children: children.slice(),
    }
  }

  #isAt(value: Value, rank: number, tie: Tie): boolean {
    return this.#order.rank(value) === rank && this.#order.tie(value) === tie
  }

  /** Position of the first place in the node that is not before this one. */
  #from(node: Node<Value>, rank: number, tie: Tie): number {
    const { ranks } = node
    let low = 0
    let high = ranks.length
    while (low < high) {
      const middle = (low + high) >> 1
      const other = ranks[middle]!
      if (other < rank || (other === rank && this.#tieAt(node, middle) < tie)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Position of the first place in the node that is after this one. */
  #after(node: Node<Value>, rank: number, tie: Tie): number {
    const { ranks } = node
    let low = 0
    let high = ranks.length
    while (low < high) {
      const middle = (low + high) >> 1
      const other = ranks[middle]!
      if (other > rank || (other === rank && this.#tieAt(node, middle) > tie)) high = middle
      else low = middle + 1
    }
    return low
  }

  #tieAt(node: Node<Value>, at: number): Tie {
    return node.ties === null ? this.#order.tie(node.values[at]!) : node.ties[at]!
  }
}
