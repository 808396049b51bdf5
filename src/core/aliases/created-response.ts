import type { ApiResponse } from '../../contract/history/api-message.ts'
import type { Alias } from './alias.ts'
import type { AliasTexts } from './alias-texts.ts'
import { createdText } from './serialize.ts'

const NO_HEADERS: ApiResponse['headers'] = {}

/**
 * A created alias as a response. Its text is put together when it is read: kept with each entry of a history, it
 * would survive the garbage collector, which takes longest for what survives.
 */
export class CreatedResponse implements ApiResponse {
  readonly status = 200 // not 201: POST /v1/aliases, Response
  readonly headers = NO_HEADERS
  readonly #alias: Alias
  readonly #texts: AliasTexts

  constructor(alias: Alias, texts: AliasTexts) {
    this.#alias = alias
    this.#texts = texts
  }

  /** It keeps the alias, even once its account has it no more. */
  get weight(): number {
    return this.#alias.weight
  }

  get body(): string {
    return createdText(this.#alias, this.#texts)
  }
}
