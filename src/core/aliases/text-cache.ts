import { storedBounds } from '../../contract/values/bounds.ts'
import { textWeight, weights } from '../memory/weights.ts'
import type { Alias } from './alias.ts'

/** A text with what it weighs. */
export type CachedText = { readonly text: string; readonly weight: number }

type Kept = CachedText & { readonly writer: object }

/**
 * Texts of aliases, of all accounts in the process. A changed alias is another object, and `writer` stands for all
 * else that a text depends on, so no text is ever out of date. Without those that `/v1` sends, a page other than
 * the first took 55 µs in the core in place of 18.
 */
export class TextCache {
  readonly #maxBytes: number
  readonly #whenFull: 'drop' | 'refuse'
  readonly #kept = new Map<Alias, Kept>()
  #bytes = 0

  /** `whenFull`: drop all texts to make room for others, or keep no more where all are read repeatedly. */
  constructor(maxBytes: number, whenFull: 'drop' | 'refuse') {
    this.#maxBytes = maxBytes
    this.#whenFull = whenFull
  }

  get bytes(): number {
    return this.#bytes
  }

  get(alias: Alias, writer: object): CachedText | undefined {
    const kept = this.#kept.get(alias)
    return kept?.writer === writer ? kept : undefined
  }

  keep(alias: Alias, writer: object, text: string): CachedText {
    const kept = { text, weight: textWeight(text), writer }
    this.#forget(alias)
    if (!this.#hasRoomFor(kept) && this.#whenFull === 'drop') this.#clear()
    if (!this.#hasRoomFor(kept)) return kept
    this.#bytes += bytesOf(kept)
    this.#kept.set(alias, kept)
    return kept
  }

  #hasRoomFor(text: CachedText): boolean {
    return this.#bytes + bytesOf(text) <= this.#maxBytes
  }

  /** Drops all texts if most are of aliases that are gone; so many are left. */
  dropIfMostAreGone(left: number): void {
    if (this.#kept.size > 2 * left) this.#clear()
  }

  /** Another writer may have kept a text of it. */
  #forget(alias: Alias): void {
    const kept = this.#kept.get(alias)
    if (kept) this.#bytes -= bytesOf(kept)
    this.#kept.delete(alias)
  }

  #clear(): void {
    this.#kept.clear()
    this.#bytes = 0
  }
}

function bytesOf({ weight }: CachedText): number {
  return weights.cachedText + weight
}

/** Texts as `/v1` sends them. */
export const listedTexts = new TextCache(storedBounds.listedTextsBytes.max, 'drop')
/** Texts as `--db` writes them. */
export const storedTexts = new TextCache(storedBounds.storedTextsBytes.max, 'refuse')
