import { errors, type ErrorName } from '../../contract/errors.ts'
import type { Choices } from '../../contract/choices.ts'
import type { Alias as AliasJson } from '../../contract/shapes.ts'
import type { Alias } from './alias.ts'
import { flattenString } from './flatten-string.ts'
import { PageResponse } from './page-response.ts'
import { jsonTexts } from './text-cache.ts'
import { textBytes } from '../memory/weight.ts'

/** How things are written on `/v1`: to the byte, keys in the order of the document's tables. */

/** The alias as an object of the API. */
export function serialize(alias: Alias, choices: Choices): AliasJson {
  return JSON.parse(aliasText(alias, choices)) as AliasJson
}

/** The alias as text. It changes rarely and is listed often, so its text is kept until it changes. */
export function aliasText(alias: Alias, choices: Choices): string {
  if (alias.json !== null) return alias.json
  const text = flattenString(writeAlias(alias, choices))
  alias.jsonBytes = textBytes(text)
  jsonTexts.keep(alias, text)
  return text
}

/** The text for a list of all of them; it is not kept, since all of them together could be too much. */
export function listedText(alias: Alias, choices: Choices): string {
  return alias.json ?? writeAlias(alias, choices)
}

/** The text is not kept: many aliases are made and never listed. */
export function createdText(alias: Alias, choices: Choices): string {
  return `{"alias":${writeAlias(alias, choices)}}`
}

/** Written by hand: JSON.stringify of the object takes 3 µs more, of the 65 µs of a creation. */
function writeAlias(alias: Alias, choices: Choices): string {
  const { id, replies_enabled } = alias
  return (
    `{"id":${quote(id)},"address":${quote(`${id}@${choices.domain}`)},"status":"${alias.status}",` +
    `"created_at":${alias.created_at},"forward_count":${alias.forward_count},` +
    `"note":${quote(alias.note)},"source":${quote(alias.source)},"label":${quote(alias.label)},` +
    `"category":${quote(alias.category)},"single_use":${alias.single_use},` +
    `"expires_at":${alias.expires_at}` +
    (replies_enabled === undefined
      ? ''
      : `,"replies_enabled":${JSON.stringify(repliesOf(alias, choices))}`) +
    (alias.status !== 'suspended' || choices.suspended_reason === 'absent'
      ? ''
      : `,"suspended_reason":${JSON.stringify(reasonOf(alias, choices))}`) +
    (choices.extra_fields === 'one' ? `,"origin":"sandbox"}` : '}')
  )
}

function quote(text: string): string {
  return text === '' ? '""' : JSON.stringify(text)
}

export function toPage(
  aliases: readonly Alias[],
  nextCursor: string | null,
  choices: Choices,
): PageResponse {
  const texts = aliases.map((alias) => aliasText(alias, choices))
  let bytes = 0
  for (const { jsonBytes } of aliases) bytes += jsonBytes
  const extra = choices.extra_fields === 'one' ? `,"page_kind":"keyset"` : ''
  return new PageResponse(texts, nextCursor, extra, bytes)
}

/** An error's body: plan errors carry a code and a description, all others a message. */
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

function repliesOf(alias: Alias, choices: Choices): unknown {
  if (alias.replies_enabled !== true) return alias.replies_enabled
  return choices.replies_value === 'text' ? 'enabled' : choices.replies_value
}

function reasonOf(alias: Alias, choices: Choices): unknown {
  const reason = alias.suspended_reason ?? 'manual'
  return choices.suspended_reason === 'object' ? { type: reason, detail: null } : reason
}
