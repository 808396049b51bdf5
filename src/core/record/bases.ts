import { limits } from '../../contract/limits.ts'

/** No base may hold more that its account no longer has. */
export const MAX_FORMER_BYTES = limits.historyBytes.value / 2

/** The value of an account between two entries; what came after it can be replayed from it. */
export type Based<Base> = {
  readonly base: Base
  /** Entries with a higher order came after it. */
  readonly afterOrder: number
  /** Number of the next call. */
  readonly nextCall: number
  /** What it takes, and at most what it holds that the next one does not. */
  bytes: number
}

/** The bases of a history, oldest first. */
export class Bases<Base> {
  /** The bytes of all histories. */
  readonly #counted: { bytes: number }
  #bases: Based<Base>[] = []

  constructor(counted: { bytes: number }) {
    this.#counted = counted
  }

  all(): readonly Based<Base>[] {
    return this.#bases
  }

  /**
   * Adds a base, unless nothing but time has passed since the last one: each input tells its time. `formerBytes`:
   * what the last one holds that this one does not; where that is too much, one cannot go back to it.
   */
  add(base: Base, place: Omit<Based<Base>, 'base'>, formerBytes: number): void {
    const last = this.#bases.at(-1)
    if (last?.afterOrder === place.afterOrder) return
    if (formerBytes > MAX_FORMER_BYTES) this.clear()
    else if (last) {
      last.bytes += formerBytes
      this.#counted.bytes += formerBytes
    }
    this.#bases.push({ base, ...place })
    this.#counted.bytes += place.bytes
  }

  /** Gives each base its place in another numbering of the same entries. */
  renumber(orderOf: (order: number) => number): void {
    this.#bases = this.#bases.map((based) => ({ ...based, afterOrder: orderOf(based.afterOrder) }))
  }

  dropOldest(): void {
    this.#counted.bytes -= this.#bases.shift()?.bytes ?? 0
  }

  /** Drops the bases before this order. */
  dropBefore(order: number): void {
    while (this.#bases[0] !== undefined && this.#bases[0].afterOrder < order) this.dropOldest()
  }

  clear(): void {
    while (this.#bases.length > 0) this.dropOldest()
  }
}
