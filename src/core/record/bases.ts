import { limits } from '../../contract/limits.ts'

/** No base may hold more that its account no longer has. */
const MAX_FORMER_BYTES = limits.historyBytes.value / 2

/** A base is taken after this many calls, or this many bytes. */
const CALLS_PER_BASE = 64
const BYTES_PER_BASE = limits.historyBytes.value / 256

/** Is there room for a value of so many bytes that the account no longer has? */
export function canKeep(bytes: number): boolean {
  return bytes <= MAX_FORMER_BYTES
}

/** The value of an account between two entries; what came after it can be replayed from it. */
export type PlacedBase<Base> = {
  readonly base: Base
  /** Entries with a higher order came after it. */
  readonly afterOrder: number
  /** Number of the next call. */
  readonly nextCall: number
  /** Its size, and an upper bound of the parts that the next one lacks. */
  bytes: number
}

/** The bases of a history, oldest first: the entries after the first one are complete. */
export class Bases<Base> {
  /** The bytes of all histories. */
  readonly #counted: { bytes: number }
  readonly #callsPerBase: number
  #bases: PlacedBase<Base>[] = []
  #isForced = true
  #bytesSinceLast = 0

  constructor(counted: { bytes: number }, maxCalls: number) {
    this.#counted = counted
    // With few calls, each needs a base, so that all that are shown can be replayed.
    this.#callsPerBase = Math.min(CALLS_PER_BASE, Math.ceil(maxCalls / 16))
  }

  all(): readonly PlacedBase<Base>[] {
    return this.#bases
  }

  /** The last base before an entry; undefined if it was dropped. */
  before({ order }: { order: number }): PlacedBase<Base> | undefined {
    return this.#bases.findLast(({ afterOrder }) => afterOrder < order)
  }

  /** Should the next input get a base? */
  isDue(nextCall: number): boolean {
    if (this.#isForced) return true
    const last = this.#bases.at(-1)
    if (last === undefined || nextCall - last.nextCall >= this.#callsPerBase) return true
    return this.#bytesSinceLast >= BYTES_PER_BASE
  }

  /** An entry was added. After any other input than a call the next one gets a base, so that going back never repeats an action. */
  note(type: string, bytes: number): void {
    if (type !== 'call' && type !== 'event') this.#isForced = true
    this.#bytesSinceLast += bytes
  }

  /**
   * Adds a base, unless nothing but time has passed since the last one: each input tells its time. `formerBytes`:
   * what the last one holds that this one does not; where that is too much, one cannot go back to it.
   */
  add(base: Base, place: Omit<PlacedBase<Base>, 'base'>, formerBytes: number): void {
    this.#isForced = false
    this.#bytesSinceLast = 0
    const last = this.#bases.at(-1)
    if (last?.afterOrder === place.afterOrder) return
    if (!canKeep(formerBytes)) this.clear()
    else if (last) {
      last.bytes += formerBytes
      this.#counted.bytes += formerBytes
    }
    this.#bases.push({ base, ...place })
    this.#counted.bytes += place.bytes
  }

  /** Takes over those of a replay, each at its place in another numbering of the same entries. */
  takeOver(replayed: readonly PlacedBase<Base>[], orderOf: (order: number) => number): void {
    for (const based of replayed) {
      this.#bases.push({ ...based, afterOrder: orderOf(based.afterOrder) })
      this.#counted.bytes += based.bytes
    }
  }

  dropOldest(): void {
    this.#counted.bytes -= this.#bases.shift()?.bytes ?? 0
  }

  /** Drops the bases before this order. */
  dropBefore(order: number): void {
    while (this.#bases[0] !== undefined && this.#bases[0].afterOrder < order) this.dropOldest()
  }

  /** Forgets how the account was before now: one can no longer go back to that. */
  forget(): void {
    this.clear()
    this.#isForced = true
  }

  clear(): void {
    while (this.#bases.length > 0) this.dropOldest()
  }
}
