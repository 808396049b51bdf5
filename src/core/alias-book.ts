import { SortedMap } from './sorted-map.ts'
import TinyQueue from 'tinyqueue'
import type { StoredAlias } from '../contract/state.ts'

/** An alias in memory: what is stored, and its text as `/v1` sends it once it has been sent. */
export type Alias = StoredAlias & { wire: string | null }

export type Order = 'by_id' | 'newest_first' | 'oldest_first'

/** A place in the list: right behind the alias with this id, made as the `seq`-th. */
export type Place = { id: string; seq: number }

const byExpiry = (a: Alias, b: Alias) =>
  (a.expires_at ?? 0) - (b.expires_at ?? 0) || (a.seq < b.seq ? -1 : 1)

/**
 * The aliases of an account and the orders that are kept over them: by id or by creation for pages,
 * by expiry for the clock. Every step costs O(log n); an order that nobody asks for is not built.
 */
export class AliasBook {
  readonly #byId = new Map<string, Alias>()
  readonly #removed = new Set<string>()
  #sortedById: SortedMap<string, Alias> | null = null
  #sortedBySeq: SortedMap<number, Alias> | null = null
  #expiries = new TinyQueue<Alias>([], byExpiry)

  /** A book over these aliases; it keeps the given records. */
  static of(aliases: readonly StoredAlias[], removed: readonly string[] = []): AliasBook {
    const book = new AliasBook()
    for (const alias of aliases) book.#byId.set(alias.id, { ...alias, wire: null })
    for (const id of removed) book.#removed.add(id)
    const expiring = [...book.#byId.values()].filter(willExpire)
    book.#expiries = new TinyQueue(expiring, byExpiry)
    return book
  }

  get size(): number {
    return this.#byId.size
  }

  get(id: string): Alias | undefined {
    return this.#byId.get(id)
  }

  /** Has this id ever been given out? An address is never minted twice. */
  knows(id: string): boolean {
    return this.#byId.has(id) || this.#removed.has(id)
  }

  add(stored: StoredAlias): Alias {
    const alias: Alias = { ...stored, wire: null }
    this.#byId.set(alias.id, alias)
    this.#sortedById?.set(alias.id, alias)
    this.#sortedBySeq?.set(alias.seq, alias)
    if (willExpire(alias)) this.#expiries.push(alias)
    return alias
  }

  remove(alias: Alias): void {
    this.#byId.delete(alias.id)
    this.#removed.add(alias.id)
    this.#sortedById?.delete(alias.id)
    this.#sortedBySeq?.delete(alias.seq)
  }

  /** Up to `count` aliases behind a place, or from the start. */
  after(place: Place | null, order: Order, count: number): Alias[] {
    const found: Alias[] = []
    for (const [, alias] of this.#walk(place, order)) {
      if (place !== null && alias.seq === place.seq) continue
      found.push(alias)
      if (found.length === count) break
    }
    return found
  }

  /** The alias that expires next, if its time is not after `seconds`; it is taken from the queue. */
  takeExpired(seconds: number): Alias | undefined {
    const next = this.nextToExpire()
    if (next?.expires_at == null || next.expires_at > seconds) return undefined
    return this.#expiries.pop()
  }

  /** The alias that expires next. */
  nextToExpire(): Alias | undefined {
    for (;;) {
      const next = this.#expiries.peek()
      if (next === undefined || this.#isWaiting(next)) return next
      this.#expiries.pop() // removed since, or expired already
    }
  }

  /** The first few that will expire, in order. */
  soonestToExpire(count: number): Alias[] {
    const heap = this.#expiries.data
    const frontier = new TinyQueue<number>(heap.length > 0 ? [0] : [], (a, b) =>
      byExpiry(heap[a]!, heap[b]!),
    )
    const soonest: Alias[] = []
    while (frontier.length > 0 && soonest.length < count) {
      const at = frontier.pop()!
      const alias = heap[at]!
      if (this.#isWaiting(alias)) soonest.push(alias)
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length) frontier.push(child)
    }
    return soonest
  }

  /** Everything, in order of creation, as it is stored. */
  toStored(): StoredAlias[] {
    return [...this.#byId.values()].map(({ wire: _wire, ...stored }) => stored)
  }

  removedIds(): string[] {
    return [...this.#removed]
  }

  #isWaiting(alias: Alias): boolean {
    return willExpire(alias) && this.#byId.get(alias.id) === alias
  }

  #walk(place: Place | null, order: Order): IterableIterator<[unknown, Alias]> {
    if (order === 'by_id') return this.#byIdTree().entries(place?.id)
    if (order === 'oldest_first') return this.#bySeqTree().entries(place?.seq)
    return this.#bySeqTree().entriesReversed(place?.seq)
  }

  #byIdTree(): SortedMap<string, Alias> {
    this.#sortedById ??= sorted([...this.#byId.entries()], compareTexts)
    return this.#sortedById
  }

  #bySeqTree(): SortedMap<number, Alias> {
    this.#sortedBySeq ??= sorted(
      [...this.#byId.values()].map((alias): [number, Alias] => [alias.seq, alias]),
      (a, b) => a - b,
    )
    return this.#sortedBySeq
  }
}

function willExpire(alias: StoredAlias): boolean {
  return alias.expires_at !== null && alias.status !== 'expired'
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Entries go in sorted: the tree then only ever appends. */
function sorted<Key>(entries: [Key, Alias][], compare: (a: Key, b: Key) => number) {
  entries.sort((a, b) => compare(a[0], b[0]))
  return new SortedMap(entries, compare)
}
