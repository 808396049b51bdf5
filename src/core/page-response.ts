import type { ApiResponse } from './journal.ts'

const NO_HEADERS: Readonly<Record<string, string>> = {}

/**
 * A page of aliases as an answer. It keeps the texts of the aliases, which the aliases keep anyway,
 * and is put together when it is read: a journal of a thousand whole pages keeps 4.6 MB in motion,
 * which costs the garbage collector 15 of 50 µs a call.
 */
export class PageResponse implements ApiResponse {
  readonly status = 200
  readonly headers = NO_HEADERS
  readonly #aliases: readonly string[]
  readonly #nextCursor: string | null
  readonly #extra: string
  #reads = 0
  #text: string | null = null

  /** `extra`: what stands behind the fields of the document, with its comma. */
  constructor(aliases: readonly string[], nextCursor: string | null, extra: string) {
    this.#aliases = aliases
    this.#nextCursor = nextCursor
    this.#extra = extra
  }

  /** A text that is asked for again is kept: the page is then one that is listed again and again. */
  get body(): string {
    if (this.#text !== null) return this.#text
    const text = this.#put()
    this.#reads += 1
    if (this.#reads > 1) this.#text = text
    return text
  }

  #put(): string {
    let aliases = ''
    for (const alias of this.#aliases) aliases += aliases === '' ? alias : `,${alias}`
    const cursor = JSON.stringify(this.#nextCursor)
    const hasMore = this.#nextCursor !== null
    return `{"aliases":[${aliases}],"next_cursor":${cursor},"has_more":${hasMore}${this.#extra}}`
  }

  /** How many characters the body has, about. */
  get weight(): number {
    let weight = 0
    for (const alias of this.#aliases) weight += alias.length
    return weight
  }
}
