import type { Alias } from './alias.ts'

/**
 * Aliases that were created one by one and are not in the indexes of their store yet, in order of
 * creation. Copies share one list: each knows how many are its own, and the newest may add to it.
 */
export class AddedAliases {
  /** What all copies have added, and the place of each by its id. */
  #shared: { aliases: Alias[]; places: Map<string, number> } = { aliases: [], places: new Map() }
  #count = 0
  #weight = 0

  /** A copy of an empty list is another list, so that the start of an account holds nothing that came later. */
  clone(): AddedAliases {
    const copy = new AddedAliases()
    if (this.#count === 0) return copy
    copy.#shared = this.#shared
    copy.#count = this.#count
    copy.#weight = this.#weight
    return copy
  }

  get count(): number {
    return this.#count
  }

  /** Has no copy added more? */
  get isNewest(): boolean {
    return this.#count === this.#shared.aliases.length
  }

  /** What they weigh together. */
  get weight(): number {
    return this.#weight
  }

  get(id: string): Alias | undefined {
    const place = this.#shared.places.get(id)
    return place !== undefined && place < this.#count ? this.#shared.aliases[place] : undefined
  }

  /** Adds an alias with a new id, to the newest copy. */
  add(alias: Alias): void {
    this.#shared.places.set(alias.id, this.#count)
    this.#shared.aliases.push(alias)
    this.#count += 1
    this.#weight += alias.weight
  }

  all(): Alias[] {
    return this.#shared.aliases.slice(0, this.#count)
  }
}
