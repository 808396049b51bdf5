import { storedBounds } from '../../contract/bounds.ts'
import type { Alias } from './alias.ts'
import { textBytes } from '../memory/weight.ts'

/** Size of an alias's place in the set, measured and rounded up. */
const ENTRY_BYTES = 48

type Text = 'json' | 'stored'
type Aliases = { size: number; all(): Alias[]; get(id: string): Alias | undefined }

/**
 * Limits the cached texts of the aliases of all accounts in the process. The count is exact,
 * because texts are removed only here.
 */
export class TextCache {
  readonly #text: Text
  readonly #maxBytes: number
  readonly #aliases = new Set<Alias>()
  #bytes = 0

  constructor(text: Text, maxBytes: number) {
    this.#text = text
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  hasRoomFor(text: string): boolean {
    return this.#bytes + weigh(text) <= this.#maxBytes
  }

  /** Caches the text of an alias that has none. If there is no space, all other texts are dropped. */
  keep(alias: Alias, text: string): void {
    if (!this.hasRoomFor(text)) this.clear()
    if (this.hasRoomFor(text)) this.#add(alias, text)
  }

  /** Caches it only if there is space; otherwise, reading all texts in turn would drop each before its reuse. */
  keepWithin(alias: Alias, text: string): void {
    if (this.hasRoomFor(text)) this.#add(alias, text)
  }

  forget(alias: Alias): void {
    const text = alias[this.#text]
    if (text === null) return
    alias[this.#text] = null
    this.#aliases.delete(alias)
    this.#bytes -= weigh(text)
  }

  /** Drops the texts of a store's aliases, iterating over the store or the cache, whichever is smaller. */
  forgetAll(store: Aliases): void {
    if (store.size < this.#aliases.size) {
      for (const alias of store.all()) this.forget(alias)
    } else {
      for (const alias of this.#aliases) if (store.get(alias.id) === alias) this.forget(alias)
    }
  }

  clear(): void {
    for (const alias of this.#aliases) alias[this.#text] = null
    this.#aliases.clear()
    this.#bytes = 0
  }

  #add(alias: Alias, text: string): void {
    alias[this.#text] = text
    this.#aliases.add(alias)
    this.#bytes += weigh(text)
  }
}

function weigh(text: string): number {
  return ENTRY_BYTES + textBytes(text)
}

/** Texts as `/v1` sends them. */
export const jsonTexts = new TextCache('json', storedBounds.listedTextsBytes.max)
/** Texts as `--db` writes them. */
export const storedTexts = new TextCache('stored', storedBounds.storedTextsBytes.max)

/** Drops the cached texts of an alias. Call it when the alias has changed or was removed. */
export function forgetTexts(alias: Alias): void {
  jsonTexts.forget(alias)
  storedTexts.forget(alias)
}
