import sortedBtree from 'sorted-btree'
import { aliasBytes, REMOVED_ID_BYTES, TREE_PATH_BYTES } from '../sizes/bytes.ts'
import { AliasTexts } from './alias-texts.ts'
import {
  willExpire,
  type Alias,
  type AliasChanges,
  type ExpiringAlias,
  type Order,
  type Position,
} from './alias.ts'

const BTree = sortedBtree.default

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const byNumber = (one: number, other: number) => one - other
const byExpiry = (one: ExpiringAlias, other: ExpiringAlias) =>
  one.expires_at - other.expires_at || one.seq - other.seq

/**
 * The aliases of an account, by id and by creation for pages, by expiry for the clock. Every operation takes
 * O(log n), and a copy constant time: copies share their trees until one of them changes. An alias never changes; a
 * changed one is another object.
 */
export class AliasStore {
  #byId = new BTree<string, Alias>(undefined, byText)
  #bySeq = new BTree<number, Alias>(undefined, byNumber)
  /** The aliases that will expire. */
  #expiries = new BTree<ExpiringAlias, undefined>(undefined, byExpiry)
  #removed = new BTree<string, undefined>(undefined, byText)
  #changes = 0
  #bytes = 0
  /** One object for all copies of a store. */
  #origin = {}
  readonly texts: AliasTexts

  constructor(texts = new AliasTexts()) {
    this.texts = texts
  }

  /** Creates a store with these aliases. */
  static of(aliases: readonly Alias[], removed: readonly string[], texts?: AliasTexts): AliasStore {
    const store = new AliasStore(texts)
    for (const alias of aliases) store.add(alias)
    for (const id of removed) store.#addRemoved(id)
    return store
  }

  clone(texts = this.texts): AliasStore {
    const copy = new AliasStore(texts)
    copy.#byId = this.#byId.clone()
    copy.#bySeq = this.#bySeq.clone()
    copy.#expiries = this.#expiries.clone()
    copy.#removed = this.#removed.clone()
    copy.#changes = this.#changes
    copy.#bytes = this.#bytes
    copy.#origin = this.#origin
    return copy
  }

  get size(): number {
    return this.#bySeq.size
  }

  /** The number of ids that it holds, those of removed aliases included. */
  get ids(): number {
    return this.size + this.#removed.size
  }

  /** About how much memory the aliases and the removed ids take. */
  get bytes(): number {
    return this.#bytes
  }

  /** At most how much memory this store takes beside another one, if it is a copy of it. */
  bytesBeside(other: AliasStore): number {
    if (this.#origin !== other.#origin) return this.bytes
    const changed = TREE_PATH_BYTES * Math.abs(other.#changes - this.#changes)
    return Math.min(this.bytes, changed + Math.max(0, this.bytes - other.bytes))
  }

  /** Number of changes. */
  get changes(): number {
    return this.#changes
  }

  get(id: string): Alias | undefined {
    return this.#byId.get(id)
  }

  /** Was this id ever used? Ids are never reused. */
  isIdTaken(id: string): boolean {
    return this.#byId.has(id) || this.#removed.has(id)
  }

  add(alias: Alias): Alias {
    this.#changes += 1
    this.#bytes += aliasBytes(alias)
    this.#put(alias)
    return alias
  }

  /** Changes fields of an alias of this store; returns the alias as it is from now on. */
  change(alias: Alias, changes: AliasChanges): Alias {
    const fields = Object.entries(changes) as [keyof AliasChanges, unknown][]
    if (fields.every(([field, value]) => alias[field] === value)) return alias
    const changed = { ...alias, ...changes }
    this.#changes += 1
    this.#bytes += aliasBytes(changed) - aliasBytes(alias)
    if (willExpire(alias)) this.#expiries.delete(alias)
    this.#put(changed)
    return changed
  }

  remove(alias: Alias): void {
    this.#changes += 1
    this.#bytes -= aliasBytes(alias)
    this.#byId.delete(alias.id)
    this.#bySeq.delete(alias.seq)
    if (willExpire(alias)) this.#expiries.delete(alias)
    this.#addRemoved(alias.id)
  }

  /** Up to `count` aliases after a position, or from the start. */
  after(position: Position | null, order: Order, count: number): Alias[] {
    if (order === 'by_id') return take(this.#byId.entries(position?.id), position?.id, count)
    const seq = position?.seq
    if (order === 'oldest_first') return take(this.#bySeq.entries(seq), seq, count)
    return take(this.#bySeq.entriesReversed(seq), seq, count)
  }

  /**
   * Expires the aliases whose time is at `seconds` or earlier: they are removed, or get the status
   * `expired`. Returns them in order, as they were.
   */
  expire(seconds: number, isRemoved: boolean): ExpiringAlias[] {
    const expiring: ExpiringAlias[] = []
    for (const alias of this.#expiries.keys()) {
      if (alias.expires_at > seconds) break
      expiring.push(alias)
    }
    for (const alias of expiring) {
      if (isRemoved) this.remove(alias)
      else this.change(alias, { status: 'expired' })
    }
    return expiring
  }

  /** The alias that expires next. */
  nextToExpire(): ExpiringAlias | undefined {
    return this.#expiries.minKey()
  }

  /** The next aliases to expire, in order. */
  soonestToExpire(count: number): ExpiringAlias[] {
    const found: ExpiringAlias[] = []
    for (const alias of this.#expiries.keys()) {
      if (found.length === count) break
      found.push(alias)
    }
    return found
  }

  /** All aliases, in order of creation. */
  all(): Alias[] {
    return this.#bySeq.valuesArray()
  }

  removedIds(): string[] {
    return this.#removed.keysArray()
  }

  #put(alias: Alias): void {
    this.#byId.set(alias.id, alias)
    this.#bySeq.set(alias.seq, alias)
    if (willExpire(alias)) this.#expiries.set(alias, undefined)
  }

  #addRemoved(id: string): void {
    if (this.#removed.set(id, undefined)) this.#bytes += REMOVED_ID_BYTES
  }
}

/** Up to `count` values of a tree, but for that of a key. */
function take<Key>(
  pairs: IterableIterator<[Key, Alias]>,
  except: Key | undefined,
  count: number,
): Alias[] {
  const found: Alias[] = []
  if (count === 0) return found
  for (const [key, value] of pairs) {
    if (key === except) continue
    found.push(value)
    if (found.length === count) break
  }
  return found
}
