import { aliasBytes } from '../sizes/bytes.ts'
import { LazyResponse } from '../sizes/lazy-response.ts'
import type { AliasTexts } from './alias-texts.ts'
import type { Alias } from './alias.ts'

/**
 * A created alias as a response; its status is not 201: POST /v1/aliases, Response. It keeps the alias, even once its
 * account has it no more.
 */
export function createdResponse(alias: Alias, texts: AliasTexts): LazyResponse {
  return new LazyResponse(aliasBytes(alias), () => [`{"alias":${texts.of(alias)}}`])
}

/** A page of aliases as a response. It keeps the aliases, and shares their texts. */
export function pageResponse(
  aliases: readonly Alias[],
  nextCursor: string | null,
  texts: AliasTexts,
): LazyResponse {
  const cursor = JSON.stringify(nextCursor)
  const extra = texts.choices.extra_fields === 'one' ? `,"page_kind":"keyset"` : ''
  const end = `],"next_cursor":${cursor},"has_more":${nextCursor !== null}${extra}}`
  return new LazyResponse(200 + 8 * aliases.length, () => {
    const pieces = ['{"aliases":[']
    for (const alias of aliases) {
      if (pieces.length > 1) pieces.push(',')
      pieces.push(texts.of(alias))
    }
    return [...pieces, end]
  })
}
