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
  readonly #end: string

  constructor(aliases: readonly string[], end: string) {
    this.#aliases = aliases
    this.#end = end
  }

  get body(): string {
    return `{"aliases":[${this.#aliases.join(',')}]${this.#end}}`
  }

  /** How many characters the body has, about. */
  get weight(): number {
    let weight = this.#end.length
    for (const alias of this.#aliases) weight += alias.length
    return weight
  }
}
