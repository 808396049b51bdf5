import type { Entry } from '../../contract/history/entry.ts'
import { entryBytes } from './entry-bytes.ts'

/** The common counts of a sandbox's histories: of their entries, which gives them one order, and of their bytes. */
export type EntryCounts = { lastOrder: number; bytes: number }

/** The entries of a history, oldest first, and the memory that they take. */
export class KeptEntries {
  readonly #counted: EntryCounts
  #entries: Entry[] = []
  /** The bytes of each entry. */
  #sizes: number[] = []
  /** Order of the newest entry, also after it was dropped. */
  #lastOrder = 0

  constructor(counted: EntryCounts) {
    this.#counted = counted
  }

  all(): readonly Entry[] {
    return this.#entries
  }

  find(id: string): Entry | undefined {
    return this.#entries.find((entry) => entry.id === id)
  }

  get lastOrder(): number {
    return this.#lastOrder
  }

  /** Gives an entry its place in the order of all, and returns its bytes. */
  add(entry: Entry): number {
    this.#counted.lastOrder += 1
    entry.order = this.#lastOrder = this.#counted.lastOrder
    const bytes = entryBytes(entry)
    this.#entries.push(entry)
    this.#sizes.push(bytes)
    this.#counted.bytes += bytes
    return bytes
  }

  /** Puts other entries in the place of all; the next one comes after them, or else after `lastOrder`. */
  replace(entries: readonly Entry[], lastOrder: number): void {
    this.clear()
    this.#entries = [...entries]
    this.#sizes = entries.map(entryBytes)
    for (const size of this.#sizes) this.#counted.bytes += size
    this.#lastOrder = entries.at(-1)?.order ?? lastOrder
    this.#counted.lastOrder = Math.max(this.#counted.lastOrder, this.#lastOrder)
  }

  dropOldest(): Entry | undefined {
    this.#counted.bytes -= this.#sizes.shift() ?? 0
    return this.#entries.shift()
  }

  clear(): void {
    while (this.#entries.length > 0) this.dropOldest()
  }
}
