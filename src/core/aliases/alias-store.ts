import type { Alias, Expiring, Order, Position } from './alias.ts'
import { aliasBytes, REMOVED_BYTES } from './alias-weight.ts'
import type { ContentBudget } from '../memory/content-budget.ts'
import { idRank } from './id-rank.ts'
import type { Ordering } from './sorted-nodes.ts'
import { SortedSet } from './sorted-set.ts'
import { forgetTexts, storedTexts, jsonTexts } from './text-cache.ts'
import type { StoredAlias } from '../../contract/state.ts'

/** When a larger share of the aliases expires at once, the indexes are rebuilt from what is left. */
const EXPIRED_SINGLY = 1 / 16

const byId: Ordering<Alias> = { rank: ({ id }) => idRank(id), tie: ({ id }) => id }
const bySeq: Ordering<Alias> = { rank: ({ seq }) => seq, tie: () => 0 }
const byExpiry: Ordering<Expiring> = { rank: ({ expires_at }) => expires_at, tie: ({ seq }) => seq }
const inOrderOfText: Ordering<string> = { rank: idRank, tie: (id) => id }

/** The fields of an alias that can change. */
export type AliasChanges = Partial<
  Pick<StoredAlias, 'status' | 'forward_count' | 'replies_enabled' | 'suspended_reason'>
>

/**
 * The aliases of an account with their indexes: by id or by creation for pages, by expiry for the
 * clock. Every operation is O(log n), and a copy takes constant time, because aliases never change:
 * a changed alias is another object.
 */
export class AliasStore {
  #byId = new SortedSet(byId)
  #bySeq = new SortedSet(bySeq)
  #removed = new SortedSet(inOrderOfText)
  /** The aliases that will expire. */
  #expiries = new SortedSet(byExpiry)
  #changes = 0
  /** Memory of the content; counted in a budget once the account belongs to the sandbox. */
  #bytes = 0
  #budget: ContentBudget | null = null

  /** Creates a store with copies of these aliases. */
  static of(aliases: readonly StoredAlias[], removed: readonly string[]): AliasStore {
    const store = new AliasStore()
    for (const alias of aliases) store.add(alias)
    for (const id of removed) store.#removed.put(id)
    store.count(removed.length * REMOVED_BYTES)
    return store
  }

  /** Copies the store in constant time; the copy is not counted in a budget. */
  clone(): AliasStore {
    const copy = new AliasStore()
    copy.#byId = this.#byId.clone()
    copy.#bySeq = this.#bySeq.clone()
    copy.#removed = this.#removed.clone()
    copy.#expiries = this.#expiries.clone()
    copy.#bytes = this.#bytes
    return copy
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
    jsonTexts.forgetAll(this)
    storedTexts.forgetAll(this)
  }

  get size(): number {
    return this.#bySeq.size
  }

  get(id: string): Alias | undefined {
    return this.#byId.get(idRank(id), id)
  }

  /** Number of changes: cached pages are valid until it increases. */
  get changes(): number {
    return this.#changes
  }

  /** Was this id ever used? Ids are never reused. */
  isIdTaken(id: string): boolean {
    const rank = idRank(id)
    return this.#byId.has(rank, id) || this.#removed.has(rank, id)
  }

  /** Adds an alias that needs `bytes` of memory. */
  add(stored: StoredAlias, bytes = aliasBytes(stored)): Alias {
    const alias = toAlias(stored, bytes)
    this.count(bytes)
    this.#changes += 1
    this.#put(alias)
    return alias
  }

  /** Changes fields of an alias of this store; returns the alias as it is from now on. */
  change(alias: Alias, changes: AliasChanges): Alias {
    const changed = toAlias({ ...alias, ...changes }, alias.bytes)
    this.#changes += 1
    forgetTexts(alias)
    this.#put(changed)
    return changed
  }

  remove(alias: Alias): void {
    this.#changes += 1
    forgetTexts(alias)
    this.#byId.delete(idRank(alias.id), alias.id)
    this.#bySeq.delete(alias.seq, 0)
    if (hasExpiry(alias)) this.#expiries.delete(alias.expires_at, alias.seq)
    this.#removed.put(alias.id)
    this.count(REMOVED_BYTES - alias.bytes)
  }

  /** Up to `count` aliases after a position, or from the start. */
  after(position: Position | null, order: Order, count: number): Alias[] {
    if (order === 'by_id') {
      const place = position && { rank: idRank(position.id), tie: position.id }
      return this.#byId.after(place, count)
    }
    const place = position && { rank: position.seq, tie: 0 }
    if (order === 'oldest_first') return this.#bySeq.after(place, count)
    return this.#bySeq.before(place, count)
  }

  /**
   * Expires the aliases whose time is at `seconds` or earlier: they are removed, or get the status
   * `expired`. Returns them in order, as they were.
   */
  expire(seconds: number, isRemoved: boolean): Expiring[] {
    const expiring = this.#expiries.before({ rank: seconds, tie: Infinity }, Infinity).toReversed()
    if (expiring.length > 1 + this.size * EXPIRED_SINGLY) this.#expireMany(expiring, isRemoved)
    else for (const alias of expiring) this.#expireOne(alias, isRemoved)
    return expiring
  }

  /** The alias that expires next. */
  nextToExpire(): Expiring | undefined {
    return this.#expiries.after(null, 1)[0]
  }

  /** The next aliases to expire, in order. */
  soonestToExpire(count: number): Expiring[] {
    return this.#expiries.after(null, count)
  }

  /** All aliases, in order of creation. */
  all(): Alias[] {
    return this.#bySeq.values()
  }

  removedIds(): string[] {
    return this.#removed.values()
  }

  #put(alias: Alias): void {
    this.#byId.put(alias)
    this.#bySeq.put(alias)
    if (!hasExpiry(alias)) return
    if (alias.status === 'expired') this.#expiries.delete(alias.expires_at, alias.seq)
    else this.#expiries.put(alias)
  }

  #expireOne(alias: Expiring, isRemoved: boolean): void {
    if (isRemoved) this.remove(alias)
    else this.change(alias, { status: 'expired' })
  }

  /** Rebuilding the indexes takes a fifth of the time of a million single changes. */
  #expireMany(expiring: readonly Expiring[], isRemoved: boolean): void {
    this.#changes += 1
    expiring.forEach(forgetTexts)
    const last = expiring.at(-1)!
    const waiting = this.#expiries.after({ rank: last.expires_at, tie: last.seq }, Infinity)
    this.#expiries = new SortedSet(byExpiry, waiting)
    if (isRemoved) this.#removeMany(new Set(expiring))
    else {
      const changed = new Map<Alias, Alias>()
      for (const alias of expiring)
        changed.set(alias, toAlias({ ...alias, status: 'expired' }, alias.bytes))
      const current = (alias: Alias) => changed.get(alias) ?? alias
      this.#byId = new SortedSet(byId, this.#byId.values().map(current))
      this.#bySeq = new SortedSet(bySeq, this.#bySeq.values().map(current))
    }
  }

  #removeMany(gone: ReadonlySet<Alias>): void {
    const isLeft = (alias: Alias) => !gone.has(alias)
    const inOrder = this.#byId.values()
    const removed = inOrder.filter((alias) => gone.has(alias)).map(({ id }) => id)
    // Sorting two sorted runs only merges them.
    this.#removed = new SortedSet(inOrderOfText, [...this.#removed.values(), ...removed].toSorted())
    this.#byId = new SortedSet(byId, inOrder.filter(isLeft))
    this.#bySeq = new SortedSet(bySeq, this.#bySeq.values().filter(isLeft))
    let bytes = 0
    for (const alias of gone) bytes += REMOVED_BYTES - alias.bytes
    this.count(bytes)
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
  }
}

function hasExpiry(alias: Alias): alias is Expiring {
  return alias.expires_at !== null
}
