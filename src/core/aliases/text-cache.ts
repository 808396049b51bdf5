import { storedBounds } from '../../contract/bounds.ts'
import type { Alias } from './alias.ts'
import { textBytes } from '../memory/weight.ts'

/** The place of an alias in the set, measured and rounded up. */
const ENTRY_BYTES = 48

type Text = 'json' | 'stored'

/**
 * Bounds the texts that are kept of aliases, in all books of the process together. Counted exactly:
 * whatever clears a text of an alias does it here.
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

  /** Keeps the text of an alias that has none yet; without room for it, all others are forgotten. */
  keep(alias: Alias, text: string): void {
    if (!this.hasRoomFor(text)) this.clear()
    if (this.hasRoomFor(text)) this.#add(alias, text)
  }

  /** Keeps it only when there is room: those who read all texts in turn would forget each before it is read. */
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

  /** Forgets the texts of a whole book; whichever are fewer are walked: its aliases or all that have a text. */
  forgetAll(store: ReadonlyMap<string, Alias>): void {
    if (store.size < this.#aliases.size) {
      for (const alias of store.values()) this.forget(alias)
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

/** The texts that `/v1` sends. */
export const jsonTexts = new TextCache('json', storedBounds.listedTextsBytes.max)
/** The texts that `--db` writes. */
export const storedTexts = new TextCache('stored', storedBounds.storedTextsBytes.max)

/** To be called when an alias has changed or is gone. */
export function forgetTexts(alias: Alias): void {
  jsonTexts.forget(alias)
  storedTexts.forget(alias)
}
