import type { HistoryBudget } from '../memory/history-budget.ts'
import { weights } from '../memory/weights.ts'

/** The value of an account between two entries; what came after it can be replayed from it. */
export type Based<Base> = {
  readonly base: Base
  /** Entries with a higher order came after it. */
  readonly afterOrder: number
  /** Number of the next call. */
  readonly nextCall: number
  /** At most what it holds that the next one does not, in bytes. */
  former: number
}

/** The bases of a history, oldest first. */
export class Bases<Base> {
  readonly #budget: HistoryBudget
  #bases: Based<Base>[] = []

  constructor(budget: HistoryBudget) {
    this.#budget = budget
  }

  all(): readonly Based<Base>[] {
    return this.#bases
  }

  get bytes(): number {
    return this.#bases.length * weights.base
  }

  /**
   * Adds a base, unless nothing but time has passed since the last one: each input tells its time. `former` is what the last one holds that this one does not. The oldest bases go when
   * all of them hold too much of it.
   */
  add(base: Base, place: Pick<Based<Base>, 'afterOrder' | 'nextCall'>, former: number): void {
    const last = this.#bases.at(-1)
    if (last?.afterOrder === place.afterOrder) return
    if (last) {
      last.former = former
      this.#budget.countFormer(former)
    }
    this.#bases.push({ base, ...place, former: 0 })
    this.#budget.weigh(weights.base)
    while (this.#budget.isFormerFull && this.#bases.length > 1) this.dropOldest()
  }

  /** Gives each base its place in another numbering of the same entries. */
  renumber(orderOf: (order: number) => number): void {
    this.#bases = this.#bases.map((based) => ({ ...based, afterOrder: orderOf(based.afterOrder) }))
  }

  dropOldest(): void {
    const former = this.#bases.shift()?.former ?? 0
    this.#budget.weigh(-weights.base)
    this.#budget.countFormer(-former)
  }

  /** Drops the bases before this order. */
  dropBefore(order: number): void {
    while (this.#bases[0] !== undefined && this.#bases[0].afterOrder < order) this.dropOldest()
  }

  clear(): void {
    while (this.#bases.length > 0) this.dropOldest()
  }
}
