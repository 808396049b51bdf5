import type { Alias } from './alias.ts'

/**
 * Aliases that were created one by one and are not in the indexes of their store yet, in order of
 * creation. Copies share the list while they have the same start: each knows how many are its own.
 */
export class AddedAliases {
  /** What all copies have added, and the place of each by its id. */
  #shared: { aliases: Alias[]; places: Map<string, number> } = { aliases: [], places: new Map() }
  #count = 0
  #weight = 0

  /** Takes constant time, unless another copy has added more since: then the list is copied. */
  clone(): AddedAliases {
    const copy = new AddedAliases()
    if (this.#count === this.#shared.aliases.length) {
      copy.#shared = this.#shared
      copy.#count = this.#count
      copy.#weight = this.#weight
    } else for (const alias of this.all()) copy.add(alias)
    return copy
  }

  get count(): number {
    return this.#count
  }

  /** What they weigh together. */
  get weight(): number {
    return this.#weight
  }

  get(id: string): Alias | undefined {
    const place = this.#shared.places.get(id)
    return place !== undefined && place < this.#count ? this.#shared.aliases[place] : undefined
  }

  /** Adds an alias with a new id. */
  add(alias: Alias): void {
    if (this.#count < this.#shared.aliases.length) this.#shared = this.clone().#shared
    this.#shared.places.set(alias.id, this.#count)
    this.#shared.aliases.push(alias)
    this.#count += 1
    this.#weight += alias.weight
  }

  all(): Alias[] {
    return this.#shared.aliases.slice(0, this.#count)
  }
}
