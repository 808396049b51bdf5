import type { Alias, AliasChanges, Expiring, NewStoredAlias, Order, Position } from './alias.ts'
import { hasExpiry, toAlias, willExpire } from './alias.ts'
import { byExpiry, byId, bySeq, inOrderOfText } from './alias-orders.ts'
import { aliasBytes, REMOVED_BYTES } from './alias-weight.ts'
import type { ContentBudget } from '../memory/content-budget.ts'
import { SortedValues } from './sorted-values.ts'
import { AliasTexts, forgetTexts } from './alias-texts.ts'
import type { StoredAlias } from '../../contract/state/state.ts'

/** When a larger share of the aliases expires at once, the indexes are rebuilt from what is left. */
const EXPIRED_SINGLY = 1 / 16

/** What an account needs to start again with the same aliases. */
export type InitialAliases = {
  /** Null when their memory was needed. */
  aliases: AliasStore | null
  /** Memory of these aliases. */
  readonly bytes: number
  /** The scenario, and the seed and name that they were drawn with. */
  readonly scenario: object
  readonly drawnFor: string
  /** State of the random generator, and number of aliases, after the last of them. */
  readonly draws: readonly number[]
  readonly made: number
}

/**
 * The aliases of an account with their indexes: by id or by creation for pages, by expiry for the
 * clock. Every operation is O(log n), and a copy takes constant time, because aliases never change:
 * a changed alias is another object.
 */
export class AliasStore {
  #byId = new SortedValues(byId)
  #bySeq = new SortedValues(bySeq)
  #removed = new SortedValues(inOrderOfText)
  /** The aliases that will expire. */
  #expiries = new SortedValues(byExpiry)
  #changes = 0
  /** Memory of the aliases that an earlier clone may have alone by now. */
  #formerBytes = 0
  /** Memory of the content; counted in a budget once the account belongs to the sandbox. */
  #bytes = 0
  #budget: ContentBudget | null = null
  #initial: InitialAliases | null = null
  /** Memory of the initial aliases that the store no longer has. */
  #initialBytes = 0
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
    const copies = aliases.map((alias) => toAlias(alias, aliasBytes(alias)))
    for (const { bytes } of copies) store.count(bytes)
    store.#byId.addAll(copies)
    store.#bySeq.addAll(copies)
    store.#expiries.addAll(copies.filter(willExpire))
    store.#removed.addAll([...new Set(removed)])
    store.count(removed.length * REMOVED_BYTES)
    return store
  }

  /** Copies the store in constant time; the copy is not counted in a budget. */
  clone(texts = this.texts): AliasStore {
    const copy = new AliasStore(texts)
    copy.#byId = this.#byId.clone()
    copy.#bySeq = this.#bySeq.clone()
    copy.#removed = this.#removed.clone()
    copy.#expiries = this.#expiries.clone()
    copy.#bytes = this.#bytes
    copy.#formerBytes = this.#formerBytes
    const { initial } = this
    if (initial === null) copy.#bytes -= this.#initialBytes
    else {
      copy.#initial = initial
      copy.#initialBytes = this.#initialBytes
    }
    return copy
  }

  /** At most how much memory a clone holds alone that was made at the last call of this function. */
  takeFormerBytes(): number {
    const indexes = [this.#byId, this.#bySeq, this.#removed, this.#expiries]
    const bytes = indexes.reduce((sum, each) => sum + each.takeCopiedBytes(), this.#formerBytes)
    this.#formerBytes = 0
    return bytes
  }

  /** The aliases to start again with, unless they were given up. */
  get initial(): InitialAliases | null {
    return this.#initial?.aliases ? this.#initial : null
  }

  /** Keeps the aliases that the account started with; `bytes` of them are in no other count. */
  setInitial(initial: InitialAliases | null, bytes = 0): void {
    this.count(bytes - this.#initialBytes)
    this.#initial = initial
    this.#initialBytes = bytes
  }

  /** Frees the memory that only a reset needs, which then draws the initial aliases again. */
  giveUpStart(): void {
    if (this.#initialBytes === 0) return
    if (this.#initial) this.#initial.aliases = null
    this.setInitial(null)
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
    this.texts.addUser()
    budget.join(this)
    budget.add(this.#bytes)
  }

  /** Releases the content of a deleted account and its cached texts. */
  forget(): void {
    this.#budget?.add(-this.#bytes)
    this.#leaveBudget()
  }

  /** Replaces this store with another one in its budget. */
  handOverTo(other: AliasStore): void {
    if (this.#budget) other.countIn(this.#budget)
    this.forget()
  }

  #leaveBudget(): void {
    if (this.#budget === null) return
    this.texts.removeUser()
    this.#budget.leave(this)
    this.#budget = null
  }

  get size(): number {
    return this.#bySeq.size
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
  add(stored: NewStoredAlias, bytes = aliasBytes(stored)): Alias {
    const alias = toAlias(stored, bytes)
    this.count(bytes)
    this.#changes += 1
    this.#put(alias)
    return alias
  }

  /** Adds many aliases; `bytes` is what each of them needs. */
  addAll(stored: readonly NewStoredAlias[], bytes?: number): void {
    const aliases = stored.map((one) => toAlias(one, bytes ?? aliasBytes(one)))
    this.#changes += 1
    let sum = 0
    for (const alias of aliases) sum += alias.bytes
    this.count(sum)
    this.#byId.addAll(aliases)
    this.#bySeq.addAll(aliases)
    this.#expiries.addAll(aliases.filter(willExpire))
  }

  /** Changes fields of an alias of this store; returns the alias as it is from now on. */
  change(alias: Alias, changes: AliasChanges): Alias {
    const changed = toAlias({ ...alias, ...changes }, alias.bytes)
    this.#letGo(alias)
    if (hasExpiry(alias)) this.#expiries.delete(alias)
    this.#put(changed)
    return changed
  }

  remove(alias: Alias): void {
    this.#letGo(alias)
    this.#byId.delete(alias.id)
    this.#bySeq.delete(alias.seq)
    if (hasExpiry(alias)) this.#expiries.delete(alias)
    this.#removed.put(alias.id)
    this.count(REMOVED_BYTES - alias.bytes)
  }

  /** Up to `count` aliases after a position, or from the start. */
  after(position: Position | null, order: Order, count: number): Alias[] {
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
    return this.#bySeq.values()
  }

  removedIds(): string[] {
    return this.#removed.values()
  }

  #put(alias: Alias): void {
    this.#byId.put(alias)
    this.#bySeq.put(alias)
    if (willExpire(alias)) this.#expiries.put(alias)
  }

  /** An alias of this store is removed or replaced, but may still be an initial one. */
  #letGo(alias: Alias): void {
    this.#changes += 1
    this.#formerBytes += alias.bytes
    forgetTexts(alias)
    const { initial } = this
    if (initial === null || alias.seq > initial.made || initial.aliases?.get(alias.id) !== alias)
      return
    this.#initialBytes += alias.bytes
    this.count(alias.bytes)
  }

  #expireOne(alias: Expiring, isRemoved: boolean): void {
    if (isRemoved) this.remove(alias)
    else this.change(alias, { status: 'expired' })
  }

  /** Rebuilding the indexes takes a fifth of the time of a million single changes. */
  #expireMany(expiring: readonly Expiring[], isRemoved: boolean): void {
    for (const alias of expiring) this.#letGo(alias)
    const last = expiring.at(-1)!
    this.#expiries.replaceAll(this.#expiries.after(last, Infinity))
    if (isRemoved) this.#removeExpired(last.expires_at)
    else {
      const changed = new Map<Alias, Alias>()
      for (const alias of expiring)
        changed.set(alias, toAlias({ ...alias, status: 'expired' }, alias.bytes))
      const current = (alias: Alias) => changed.get(alias) ?? alias
      this.#byId.replaceAll(this.#byId.values().map(current))
      this.#bySeq.replaceAll(this.#bySeq.values().map(current))
    }
  }

  #removeExpired(seconds: number): void {
    const isLeft = ({ expires_at, status }: Alias) =>
      expires_at === null || expires_at > seconds || status === 'expired'
    const all = this.#byId.values()
    const gone = all.filter((alias) => !isLeft(alias))
    this.#removed.addAll(gone.map(({ id }) => id))
    this.#byId.replaceAll(all.filter(isLeft))
    this.#bySeq.replaceAll(this.#bySeq.values().filter(isLeft))
    this.count(gone.reduce((sum, { bytes }) => sum + REMOVED_BYTES - bytes, 0))
  }
}
