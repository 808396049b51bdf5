import type { Alias } from './alias.ts'
import type { AliasTexts } from './alias-texts.ts'
import { LazyResponse } from '../sizes/lazy-response.ts'

/** A page of aliases as a response. It keeps the aliases, not their texts, and makes its body when it is read. */
export class PageResponse extends LazyResponse {
  readonly #aliases: readonly Alias[]
  readonly #nextCursor: string | null
  readonly #texts: AliasTexts

  constructor(aliases: readonly Alias[], nextCursor: string | null, texts: AliasTexts) {
    super()
    this.#aliases = aliases
    this.#nextCursor = nextCursor
    this.#texts = texts
  }

  get bytes(): number {
    return 200 + 8 * this.#aliases.length
  }

  /** The body in pieces, which shares the texts of the aliases. */
  pieces(): string[] {
    const pieces = ['{"aliases":[']
    for (const alias of this.#aliases) {
      if (pieces.length > 1) pieces.push(',')
      pieces.push(this.#texts.of(alias))
    }
    const cursor = JSON.stringify(this.#nextCursor)
    const hasMore = this.#nextCursor !== null
    const extra = this.#texts.choices.extra_fields === 'one' ? `,"page_kind":"keyset"` : ''
    pieces.push(`],"next_cursor":${cursor},"has_more":${hasMore}${extra}}`)
    return pieces
  }
}
