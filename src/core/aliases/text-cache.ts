import { storedBounds } from '../../contract/values/bounds.ts'
import { textBytes } from '../memory/weight.ts'

/** A text with its size in bytes. */
export type SizedText = { readonly text: string; readonly bytes: number }

/** Size of a cached text's place, measured and rounded up. */
const ENTRY_BYTES = 48

/**
 * Limits the cached texts of one kind, of all accounts in the process. Without those that `/v1` sends, a page other than
 * the first took 55 µs in the core in place of 18.
 */
export class TextCache {
  readonly #maxBytes: number
  readonly #inUse = new Set<CachedTexts>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  hasRoomFor(bytes: number): boolean {
    return this.#bytes + bytes <= this.#maxBytes
  }

  count(texts: CachedTexts, bytes: number): void {
    this.#bytes += bytes
    if (texts.bytes > 0) this.#inUse.add(texts)
    else this.#inUse.delete(texts)
  }

  clear(): void {
    for (const texts of this.#inUse) texts.clear()
  }
}

/** Cached texts by number: dropping all of them takes constant time. */
export class CachedTexts {
  readonly #cache: TextCache
  #texts: (SizedText | undefined)[] = []
  #bytes = 0

  constructor(cache: TextCache) {
    this.#cache = cache
  }

  get bytes(): number {
    return this.#bytes
  }

  get(number: number): SizedText | undefined {
    return this.#texts[number]
  }

  /** Caches a text. If there is no room, all other texts are dropped. */
  keep(number: number, sized: SizedText): void {
    if (!this.#cache.hasRoomFor(weigh(sized))) this.#cache.clear()
    this.keepWithin(number, sized)
  }

  /** Caches it only if there is room; otherwise, reading all texts in turn would drop each before its reuse. */
  keepWithin(number: number, sized: SizedText): void {
    if (!this.#cache.hasRoomFor(weigh(sized))) return
    while (this.#texts.length < number) this.#texts.push(undefined)
    this.#texts[number] = sized
    this.#count(weigh(sized))
  }

  forget(number: number): void {
    const sized = this.#texts[number]
    if (sized === undefined) return
    this.#texts[number] = undefined
    this.#count(-weigh(sized))
  }

  clear(): void {
    this.#texts = []
    this.#count(-this.#bytes)
  }

  #count(bytes: number): void {
    this.#bytes += bytes
    this.#cache.count(this, bytes)
  }
}

export function toSized(text: string): SizedText {
  return { text, bytes: textBytes(text) }
}

function weigh({ bytes }: SizedText): number {
  return ENTRY_BYTES + bytes
}

/** Texts as `/v1` sends them. */
export const listedTexts = new TextCache(storedBounds.listedTextsBytes.max)
/** Texts as `--db` writes them. */
export const storedTexts = new TextCache(storedBounds.storedTextsBytes.max)
