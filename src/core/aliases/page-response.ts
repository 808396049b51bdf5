import type { ApiResponse } from '../../contract/history/api-message.ts'
import { weights } from '../memory/weights.ts'

const NO_HEADERS: Readonly<Record<string, string>> = {}

/**
 * A page of aliases as a response. It shares the cached texts of the aliases and builds the body
 * when it is read: a journal of a thousand complete pages would hold 4.6 MB, which costs the
 * garbage collector 15 of 50 µs a call.
 */
export class PageResponse implements ApiResponse {
  readonly status = 200
  readonly headers = NO_HEADERS
  readonly #aliases: readonly string[]
  readonly #nextCursor: string | null
  readonly #extra: string
  #isRepeated = false
  #text: string | null = null
  /** Memory that the page needs, in bytes. */
  readonly weight: number

  /** `extra`: undocumented fields after the documented ones, with a leading comma. */
  constructor(
    aliases: readonly string[],
    nextCursor: string | null,
    extra: string,
    textsWeight: number,
  ) {
    this.#aliases = aliases
    this.weight = weights.page + textsWeight + 8 * aliases.length
    this.#nextCursor = nextCursor
    this.#extra = extra
  }

  get body(): string {
    if (this.#text !== null) return this.#text
    const text = this.#put()
    if (this.#isRepeated) this.#text = text
    return text
  }

  /** The page is listed repeatedly: cache its text at the next read. */
  keepText(): void {
    this.#isRepeated = true
  }

  forgetText(): void {
    this.#isRepeated = false
    this.#text = null
  }

  /** The body in pieces, without copying the texts of the aliases. */
  pieces(): string[] {
    const pieces = ['{"aliases":[']
    for (const alias of this.#aliases) {
      if (pieces.length > 1) pieces.push(',')
      pieces.push(alias)
    }
    pieces.push(this.#end())
    return pieces
  }

  #put(): string {
    let aliases = ''
    for (const alias of this.#aliases) aliases += aliases === '' ? alias : `,${alias}`
    return `{"aliases":[${aliases}${this.#end()}`
  }

  #end(): string {
    const cursor = JSON.stringify(this.#nextCursor)
    const hasMore = this.#nextCursor !== null
    return `],"next_cursor":${cursor},"has_more":${hasMore}${this.#extra}}`
  }
}
