import type { Alias, Expiring, Order, Position } from './alias.ts'
import { aliasBytes, REMOVED_BYTES } from './alias-weight.ts'
import type { ContentBudget } from '../memory/content-budget.ts'
import { SortedMap } from './sorted-map.ts'
import { forgetTexts, storedTexts, jsonTexts } from './text-cache.ts'
import TinyQueue from 'tinyqueue'
import type { StoredAlias } from '../../contract/state.ts'

/** The share of the queue that is taken one by one before the remaining due aliases are taken at once. */
const TAKEN_SINGLY = 1 / 16

const byExpiry = (a: Expiring, b: Expiring) => a.expires_at - b.expires_at || a.seq - b.seq

/**
 * The aliases of an account with their indexes: by id or by creation for pages, by expiry for the
 * clock. Every operation is O(log n). An unused index is not built, and a removed alias leaves an
 * index when a page reaches it.
 */
export class AliasStore {
  readonly #byId = new Map<string, Alias>()
  readonly #removed = new Set<string>()
  #sortedById: SortedMap<string, Alias> | null = null
  #sortedBySeq: SortedMap<number, Alias> | null = null
  #expiries = new TinyQueue<Expiring>([], byExpiry)
  #changes = 0
  /** Memory of the content; counted in a budget once the account belongs to the sandbox. */
  #bytes = 0
  #budget: ContentBudget | null = null

  /** Creates a store with copies of these aliases. */
  static of(aliases: readonly StoredAlias[], removed: readonly string[]): AliasStore {
    const store = new AliasStore()
    for (const alias of aliases) store.add(alias)
    for (const id of removed) store.#removed.add(id)
    store.count(removed.length * REMOVED_BYTES)
    return store
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Adds content of the account other than its aliases to the count. */
  count(bytes: number): void {
    this.#bytes += bytes
    this.#budget?.add(bytes)
  }

  /** Counts the content in this budget from now on. */
  countIn(budget: ContentBudget): void {
    this.#budget = budget
    budget.add(this.#bytes)
  }

  /** Releases the content of a deleted account and its cached texts. */
  forget(): void {
    this.#budget?.add(-this.#bytes)
    this.#letGo()
  }

  /** Replaces this store with another one in its budget. */
  handOverTo(other: AliasStore): void {
    this.#budget?.add(other.#bytes - this.#bytes)
    other.#budget = this.#budget
    this.#letGo()
  }

  #letGo(): void {
    this.#budget = null
    jsonTexts.forgetAll(this.#byId)
    storedTexts.forgetAll(this.#byId)
  }

  get size(): number {
    return this.#byId.size
  }

  get(id: string): Alias | undefined {
    return this.#byId.get(id)
  }

  /** Number of changes: cached pages are valid until it increases. */
  get changes(): number {
    return this.#changes
  }

  /** Was this id ever used? Ids are never reused. */
  isIdTaken(id: string): boolean {
    return this.#byId.has(id) || this.#removed.has(id)
  }

  /** Adds an alias that needs `bytes` of memory. */
  add(stored: StoredAlias, bytes = aliasBytes(stored)): Alias {
    const alias = toAlias(stored, bytes)
    this.count(bytes)
    this.#changes += 1
    this.#byId.set(alias.id, alias)
    this.#sortedById?.set(alias.id, alias)
    this.#sortedBySeq?.set(alias.seq, alias)
    if (hasExpiry(alias) && isWaiting(alias)) this.#expiries.push(alias)
    return alias
  }

  /** Call this when a field of the alias has changed. */
  markChanged(alias: Alias): void {
    this.#changes += 1
    forgetTexts(alias)
  }

  remove(alias: Alias): void {
    this.#changes += 1
    alias.isGone = true
    forgetTexts(alias)
    this.#byId.delete(alias.id)
    this.#removed.add(alias.id)
    this.count(REMOVED_BYTES - alias.bytes)
    // An index with more removed than existing aliases is dropped, and rebuilt when needed.
    if (this.#isMostlyGone(this.#sortedById)) this.#sortedById = null
    if (this.#isMostlyGone(this.#sortedBySeq)) this.#sortedBySeq = null
  }

  /** Up to `count` aliases after a position, or from the start. */
  after(position: Position | null, order: Order, count: number): Alias[] {
    const found: Alias[] = []
    const gone: Alias[] = []
    for (const [, alias] of this.#walk(position, order)) {
      if (alias.isGone) gone.push(alias)
      else if (position === null || alias.seq !== position.seq) found.push(alias)
      if (found.length === count) break
    }
    for (const alias of gone) {
      if (order === 'by_id') this.#byIdTree().delete(alias.id)
      else this.#bySeqTree().delete(alias.seq)
    }
    return found
  }

  /** Removes the aliases that expire at `seconds` or earlier from the queue; returns them in order. */
  takeExpired(seconds: number): Expiring[] {
    const taken: Expiring[] = []
    const most = this.#expiries.length * TAKEN_SINGLY
    const isDue = (alias: Expiring) => alias.expires_at <= seconds
    for (let next = this.nextToExpire(); next && isDue(next); next = this.nextToExpire()) {
      if (taken.length > most) {
        // Sorting many due aliases takes a third of the time of popping each from the heap.
        const expired = this.#expiries.data.filter((alias) => isDue(alias) && isWaiting(alias))
        const rest = this.#expiries.data.filter((alias) => !isDue(alias))
        this.#expiries = new TinyQueue(rest, byExpiry)
        return [...taken, ...expired.toSorted(byExpiry)]
      }
      taken.push(next)
      this.#expiries.pop()
    }
    return taken
  }

  /** The alias that expires next. */
  nextToExpire(): Expiring | undefined {
    for (;;) {
      const next = this.#expiries.peek()
      if (next === undefined || isWaiting(next)) return next
      this.#expiries.pop() // already removed or expired
    }
  }

  /** The next aliases to expire, in order. */
  soonestToExpire(count: number): Expiring[] {
    const heap = this.#expiries.data
    const frontier = new TinyQueue<number>(heap.length > 0 ? [0] : [], (a, b) =>
      byExpiry(heap[a]!, heap[b]!),
    )
    const soonest: Expiring[] = []
    while (frontier.length > 0 && soonest.length < count) {
      const at = frontier.pop()!
      const alias = heap[at]!
      if (isWaiting(alias)) soonest.push(alias)
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length) frontier.push(child)
    }
    return soonest
  }

  /** All live aliases, in order of creation. */
  all(): Alias[] {
    return [...this.#byId.values()]
  }

  removedIds(): string[] {
    return [...this.#removed]
  }

  #isMostlyGone(tree: { readonly size: number } | null): boolean {
    return tree !== null && tree.size > 2 * this.#byId.size + 1_000
  }

  #walk(position: Position | null, order: Order): IterableIterator<[unknown, Alias]> {
    if (order === 'by_id') return this.#byIdTree().entries(position?.id)
    if (order === 'oldest_first') return this.#bySeqTree().entries(position?.seq)
    return this.#bySeqTree().entriesReversed(position?.seq)
  }

  #byIdTree(): SortedMap<string, Alias> {
    this.#sortedById ??= new SortedMap(this.#inOrderOfId(), compareTexts)
    return this.#sortedById
  }

  /** Sorted, so that the tree only appends. */
  #inOrderOfId(): [string, Alias][] {
    // Sorted by code units, as in compareTexts: a million ids take 0.7 s, with a compare function
    // 1.9 s.
    const ids = [...this.#byId.keys()].toSorted()
    return ids.map((id) => [id, this.#byId.get(id)!])
  }

  /**
   * The map is in order of creation, so these are already sorted, except for a state that was
   * edited by hand.
   */
  #bySeqTree(): SortedMap<number, Alias> {
    this.#sortedBySeq ??= new SortedMap(
      Array.from(this.#byId.values(), (alias): [number, Alias] => [alias.seq, alias]),
      (a, b) => a - b,
    )
    return this.#sortedBySeq
  }
}

/** Copies field by field: an object made by spreading needs 40 bytes more. */
function toAlias(stored: StoredAlias, bytes: number): Alias {
  return {
    id: stored.id,
    seq: stored.seq,
    status: stored.status,
    created_at: stored.created_at,
    forward_count: stored.forward_count,
    note: stored.note,
    source: stored.source,
    label: stored.label,
    category: stored.category,
    single_use: stored.single_use,
    expires_at: stored.expires_at,
    replies_enabled: stored.replies_enabled,
    suspended_reason: stored.suspended_reason,
    bytes,
    json: null,
    jsonBytes: 0,
    stored: null,
    isGone: false,
  }
}

function hasExpiry(alias: Alias): alias is Expiring {
  return alias.expires_at !== null
}

function isWaiting(alias: Expiring): boolean {
  return alias.status !== 'expired' && !alias.isGone
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
