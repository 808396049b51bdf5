import { errors, type ErrorName } from '../../contract/errors.ts'
import type { Choices } from '../../contract/choices/choices.ts'
import type { Alias as AliasJson } from '../../contract/shapes.ts'
import type { Alias } from './alias.ts'
import type { AliasTexts } from './alias-texts.ts'

/** The alias as an object of the API. */
export function serialize(alias: Alias, texts: AliasTexts): AliasJson {
  return JSON.parse(texts.of(alias)) as AliasJson
}

/** The body of an error: plan errors have a code and a description, all others a message. */
export function errorText(name: ErrorName, choices: Choices, text: string): string {
  const extra = choices.extra_fields === 'one' ? { request_hint: 'sandbox' } : {}
  const code = codeOf(name, choices)
  return JSON.stringify(
    code === undefined ? { message: text, ...extra } : { code, description: text, ...extra },
  )
}

export function codeOf(name: ErrorName, choices: Choices): string | undefined {
  if (name === 'invalid_key' && choices.key_error_shape === 'code') return name
  const row = errors[name]
  return 'code' in row ? row.code : undefined
}
