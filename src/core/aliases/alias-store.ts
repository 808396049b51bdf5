import type { Alias, Expiring, Order, Position } from './alias.ts'
import { aliasBytes, REMOVED_BYTES } from './alias-weight.ts'
import type { ContentBudget } from '../memory/content-budget.ts'
import { SortedMap } from './sorted-map.ts'
import { forgetTexts, storedTexts, jsonTexts } from './text-cache.ts'
import TinyQueue from 'tinyqueue'
import type { StoredAlias } from '../../contract/state.ts'

/** The share of the queue that is taken item by item, before the rest that is due is taken at once. */
const TAKEN_SINGLY = 1 / 16

const byExpiry = (a: Expiring, b: Expiring) => a.expires_at - b.expires_at || a.seq - b.seq

/**
 * The aliases of an account and the orders that are kept over them: by id or by creation for pages,
 * by expiry for the clock. Every step costs O(log n); an order that nobody asks for is not built,
 * and what is removed leaves an order when a page would have held it.
 */
export class AliasStore {
  readonly #byId = new Map<string, Alias>()
  readonly #removed = new Set<string>()
  #sortedById: SortedMap<string, Alias> | null = null
  #sortedBySeq: SortedMap<number, Alias> | null = null
  #expiries = new TinyQueue<Expiring>([], byExpiry)
  #changes = 0
  /** What all of it needs in memory; counted in a budget once the account is one of the sandbox. */
  #bytes = 0
  #budget: ContentBudget | null = null

  /** A store with copies of these aliases. */
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

  /** Counts what the account holds beside its aliases. */
  count(bytes: number): void {
    this.#bytes += bytes
    this.#budget?.add(bytes)
  }

  /** From here on, the content counts in this budget. */
  countIn(budget: ContentBudget): void {
    this.#budget = budget
    budget.add(this.#bytes)
  }

  /** The account is gone: its content counts no more, and no text of it is kept. */
  forget(): void {
    this.#budget?.add(-this.#bytes)
    this.#letGo()
  }

  /** Replaces this store by another one in its budget. */
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

  /** Number of changes: pages stay valid as long as it is the same. */
  get changes(): number {
    return this.#changes
  }

  /** Was this id ever used? An address is never minted twice. */
  isIdTaken(id: string): boolean {
    return this.#byId.has(id) || this.#removed.has(id)
  }

  /** `bytes`: what it needs in memory. */
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

  /** Must be called when a field of the alias has changed. */
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
    // An index with more removed than existing aliases is dropped, and rebuilt when it is needed.
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

  /** Removes the aliases that expire at `seconds` or earlier from the queue, and returns them in order. */
  takeExpired(seconds: number): Expiring[] {
    const taken: Expiring[] = []
    const most = this.#expiries.length * TAKEN_SINGLY
    const isDue = (alias: Expiring) => alias.expires_at <= seconds
    for (let next = this.nextToExpire(); next && isDue(next); next = this.nextToExpire()) {
      if (taken.length > most) {
        // Sorting many due aliases costs a third of taking each one from the heap.
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
      this.#expiries.pop() // removed since, or expired already
    }
  }

  /** The first few that will expire, in order. */
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
    // By code units, as compareTexts: sorted so, a million take 0.7 s; with a function 1.9 s.
    const ids = [...this.#byId.keys()].toSorted()
    return ids.map((id) => [id, this.#byId.get(id)!])
  }

  /** The map is in order of creation, so these are sorted, except for a state that was edited by hand. */
  #bySeqTree(): SortedMap<number, Alias> {
    this.#sortedBySeq ??= new SortedMap(
      Array.from(this.#byId.values(), (alias): [number, Alias] => [alias.seq, alias]),
      (a, b) => a - b,
    )
    return this.#sortedBySeq
  }
}

/** Field by field: a copy made by spreading needs 40 bytes more. */
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
