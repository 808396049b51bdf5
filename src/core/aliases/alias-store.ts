import type { Alias, AliasChanges, Expiring, NewStoredAlias, Order, Position } from './alias.ts'
import { weights } from '../memory/weights.ts'
import { AddedAliases } from './added-aliases.ts'
import { toAlias, willExpire, withChanges } from './alias.ts'
import { byExpiry, byId, bySeq, removedIds } from './alias-orders.ts'
import { SortedValues } from './sorted-values.ts'
import { AliasTexts } from './alias-texts.ts'
import type { StoredAlias } from '../../contract/state/state.ts'

/** When a larger share of the aliases expires at once, the indexes are rebuilt from what is left. */
const EXPIRED_SINGLY = 1 / 16

/**
 * The aliases of an account with their indexes: by id or by creation for pages, by expiry for the
 * clock. Every operation is O(log n), and a copy takes constant time, because aliases never change:
 * a changed alias is another object. A created alias enters the indexes when one of them is read next.
 */
export class AliasStore {
  #byId = new SortedValues(byId)
  #bySeq = new SortedValues(bySeq)
  #removed = new SortedValues(removedIds)
  /** Those that are not in the first two indexes yet. */
  #added = new AddedAliases()
  /** The aliases that will expire. */
  #expiries = new SortedValues(byExpiry)
  #changes = 0
  /** The same in all copies of a store. */
  #family = {}
  readonly texts: AliasTexts

  constructor(texts = new AliasTexts()) {
    this.texts = texts
  }

  /** Creates a store with copies of these aliases. */
  static of(
    aliases: readonly StoredAlias[],
    removed: readonly string[],
    texts?: AliasTexts,
  ): AliasStore {
    const store = new AliasStore(texts)
    store.addAll(aliases)
    store.#removed.addAll([...new Set(removed)])
    return store
  }

  /**
   * Copies the store in constant time. If another copy has grown since, the created aliases are indexed first, once:
   * going back to this store again and again shares the indexes, and no copy gets a list of its own.
   */
  clone(texts = this.texts): AliasStore {
    if (!this.#added.isNewest) this.#indexAdded()
    const copy = new AliasStore(texts)
    copy.#byId = this.#byId.clone()
    copy.#bySeq = this.#bySeq.clone()
    copy.#removed = this.#removed.clone()
    copy.#added = this.#added.clone()
    copy.#expiries = this.#expiries.clone()
    copy.#changes = this.#changes
    copy.#family = this.#family
    return copy
  }

  /** What the aliases and the removed ids weigh. */
  get weight(): number {
    return this.#bySeq.weight + this.#added.weight + this.#removed.weight
  }

  /** At most what this store holds that another one does not: of a copy of it, what was changed since, and removed. */
  weightBeside(other: AliasStore): number {
    if (this.#family !== other.#family) return this.weight
    const changed = weights.change * Math.abs(other.#changes - this.#changes)
    return Math.min(this.weight, changed + Math.max(0, this.weight - other.weight))
  }

  get size(): number {
    return this.#bySeq.size + this.#added.count
  }

  get(id: string): Alias | undefined {
    return this.#added.get(id) ?? this.#byId.get(id)
  }

  /** Number of changes: cached pages are valid until it increases. */
  get changes(): number {
    return this.#changes
  }

  /** Was this id ever used? Ids are never reused. */
  isIdTaken(id: string): boolean {
    return this.get(id) !== undefined || this.#removed.has(id)
  }

  add(stored: NewStoredAlias): Alias {
    const alias = toAlias(stored)
    if (!this.#added.isNewest) this.#indexAdded()
    this.#changes += 1
    this.#added.add(alias)
    if (willExpire(alias)) this.#expiries.add(alias)
    return alias
  }

  addAll(stored: readonly NewStoredAlias[]): void {
    const aliases = stored.map(toAlias)
    this.#changes += aliases.length
    this.#byId.addAll(aliases)
    this.#bySeq.addAll(aliases)
    this.#expiries.addAll(aliases.filter(willExpire))
  }

  /** Changes fields of an alias of this store; returns the alias as it is from now on. */
  change(alias: Alias, changes: AliasChanges): Alias {
    const changed = withChanges(alias, changes)
    this.#indexAdded()
    this.#changes += 1
    this.#byId.replace(alias, changed)
    this.#bySeq.replace(alias, changed)
    if (willExpire(alias)) this.#expiries.delete(alias)
    if (willExpire(changed)) this.#expiries.add(changed)
    return changed
  }

  remove(alias: Alias): void {
    this.#indexAdded()
    this.#changes += 1
    this.#byId.delete(alias)
    this.#bySeq.delete(alias)
    if (willExpire(alias)) this.#expiries.delete(alias)
    this.#removed.add(alias.id)
  }

  /** Up to `count` aliases after a position, or from the start. */
  after(position: Position | null, order: Order, count: number): Alias[] {
    this.#indexAdded()
    if (order === 'by_id') return this.#byId.after(position?.id, count)
    if (order === 'oldest_first') return this.#bySeq.after(position?.seq, count)
    return this.#bySeq.before(position?.seq, count)
  }

  /**
   * Expires the aliases whose time is at `seconds` or earlier: they are removed, or get the status
   * `expired`. Returns them in order, as they were.
   */
  expire(seconds: number, isRemoved: boolean): Expiring[] {
    const expiring = this.#expiries
      .before({ expires_at: seconds, seq: Infinity }, Infinity)
      .toReversed()
    if (expiring.length > 1 + this.size * EXPIRED_SINGLY) this.#expireMany(expiring, isRemoved)
    else for (const alias of expiring) this.#expireOne(alias, isRemoved)
    return expiring
  }

  /** The alias that expires next. */
  nextToExpire(): Expiring | undefined {
    return this.#expiries.after(undefined, 1)[0]
  }

  /** The next aliases to expire, in order. */
  soonestToExpire(count: number): Expiring[] {
    return this.#expiries.after(undefined, count)
  }

  /** All aliases, in order of creation. */
  all(): Alias[] {
    this.#indexAdded()
    return this.#bySeq.values()
  }

  removedIds(): string[] {
    return this.#removed.values()
  }

  #indexAdded(): void {
    const { count, isNewest } = this.#added
    if (count === 0 && isNewest) return
    const added = this.#added.all()
    this.#byId.addAll(added)
    this.#bySeq.addAll(added)
    this.#added = new AddedAliases()
  }

  #expireOne(alias: Expiring, isRemoved: boolean): void {
    if (isRemoved) this.remove(alias)
    else this.change(alias, { status: 'expired' })
  }

  /** Rebuilding the indexes takes a fifth of the time of a million single changes. */
  #expireMany(expiring: readonly Expiring[], isRemoved: boolean): void {
    this.#indexAdded()
    this.#changes += expiring.length
    this.#expiries.replaceAll(this.#expiries.after(expiring.at(-1), Infinity))
    const gone = new Set<Alias>(expiring)
    if (isRemoved) {
      const isLeft = (alias: Alias) => !gone.has(alias)
      this.#removed.addAll(expiring.map(({ id }) => id))
      this.#byId.replaceAll(this.#byId.values().filter(isLeft))
      this.#bySeq.replaceAll(this.#bySeq.values().filter(isLeft))
    } else {
      const changed = new Map<Alias, Alias>()
      for (const alias of expiring) changed.set(alias, withChanges(alias, { status: 'expired' }))
      const current = (alias: Alias) => changed.get(alias) ?? alias
      this.#byId.replaceAll(this.#byId.values().map(current))
      this.#bySeq.replaceAll(this.#bySeq.values().map(current))
    }
  }
}
