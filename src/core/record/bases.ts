import type { HistoryBudget } from '../memory/history-budget.ts'

/** The value of an account between two entries; what came after it can be replayed from it. */
export type Based<Base> = {
  readonly base: Base
  /** Entries with a higher order came after it. */
  readonly afterOrder: number
  /** Number of the next call. */
  readonly nextCall: number
  /** Bytes of content that the account had let go of by then. */
  readonly letGo: number
}

/** The value of an account without its aliases and faults, which a base holds. */
export const BASE_BYTES = 2_500

/** The bases of a history, oldest first. */
export class Bases<Base> {
  readonly #budget: HistoryBudget
  #bases: Based<Base>[] = []
  /** Bytes of content that only the bases still have, at most. */
  #formerBytes = 0

  constructor(budget: HistoryBudget) {
    this.#budget = budget
  }

  all(): readonly Based<Base>[] {
    return this.#bases
  }

  get bytes(): number {
    return this.#bases.length * BASE_BYTES
  }

  /**
   * Adds a base, unless nothing but time has passed since the last one and the time is known anyway
   * (`isTimed`). `letGo` is what the account has let go of since then. The oldest bases go when all of
   * them hold too much of it.
   */
  add(
    base: Base,
    place: Pick<Based<Base>, 'afterOrder' | 'nextCall'>,
    letGo: number,
    isTimed: boolean,
  ): void {
    const last = this.#bases.at(-1)
    if (isTimed && last?.afterOrder === place.afterOrder) return
    this.#bases.push({ base, ...place, letGo: (last?.letGo ?? 0) + letGo })
    this.#budget.weigh(BASE_BYTES)
    this.#countFormer()
    while (this.#budget.isFormerFull && this.#bases.length > 1) this.dropOldest()
  }

  /** Gives each base its place in another numbering of the same entries. */
  renumber(orderOf: (order: number) => number): void {
    this.#bases = this.#bases.map((based) => ({ ...based, afterOrder: orderOf(based.afterOrder) }))
  }

  dropOldest(): void {
    this.#bases.shift()
    this.#budget.weigh(-BASE_BYTES)
    this.#countFormer()
  }

  /** Drops the bases before this order. */
  dropBefore(order: number): void {
    while (this.#bases[0] !== undefined && this.#bases[0].afterOrder < order) this.dropOldest()
  }

  clear(): void {
    this.#budget.weigh(-this.bytes)
    this.#bases = []
    this.#countFormer()
  }

  /** The oldest base can still hold what went after it, and no other one can hold more. */
  #countFormer(): void {
    const bytes = (this.#bases.at(-1)?.letGo ?? 0) - (this.#bases[0]?.letGo ?? 0)
    this.#budget.countFormer(bytes - this.#formerBytes)
    this.#formerBytes = bytes
  }
}
