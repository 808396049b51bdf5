import { aliasBytes } from '../sizes/bytes.ts'
import type { Alias } from './alias.ts'
import type { AliasTexts } from './alias-texts.ts'
import { LazyResponse } from '../sizes/lazy-response.ts'

/** A created alias as a response; its status is not 201: POST /v1/aliases, Response. */
export class CreatedResponse extends LazyResponse {
  readonly #alias: Alias
  readonly #texts: AliasTexts

  constructor(alias: Alias, texts: AliasTexts) {
    super()
    this.#alias = alias
    this.#texts = texts
  }

  /** It keeps the alias, even once its account has it no more. */
  get bytes(): number {
    return aliasBytes(this.#alias)
  }

  pieces(): string[] {
    return [`{"alias":${this.#texts.of(this.#alias)}}`]
  }
}
