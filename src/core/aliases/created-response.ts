import type { ApiResponse } from '../../contract/history/api-message.ts'
import { aliasBytes } from '../sizes/bytes.ts'
import type { Alias } from './alias.ts'
import type { AliasTexts } from './alias-texts.ts'

const NO_HEADERS: ApiResponse['headers'] = {}

/** A created alias as a response, which makes its body when it is read. */
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
  get bytes(): number {
    return aliasBytes(this.#alias)
  }

  get body(): string {
    return `{"alias":${this.#texts.of(this.#alias)}}`
  }
}
