import type { StoredAlias } from '../../contract/state/state.ts'
import type { Alias } from './alias.ts'
import type { AliasTexts } from './alias-texts.ts'
import { flattenString } from './flatten-string.ts'

/** An alias as JSON for `--db`. An alias rarely changes and is in every write, so its text is cached. */
export function storedText(alias: Alias, texts: AliasTexts): string {
  const cached = texts.stored(alias)
  if (cached !== undefined) return cached.text
  const text = flattenString(JSON.stringify(toStored(alias, texts)))
  texts.keepStored(alias, text)
  return text
}

/** The same without caching. */
export function toStoredText(alias: Alias, texts: AliasTexts): string {
  return texts.stored(alias)?.text ?? JSON.stringify(toStored(alias, texts))
}

/** The alias without the fields that exist only in memory. */
export function toStored(alias: Alias, texts: AliasTexts): StoredAlias {
  const { bytes: _bytes, textOwner: _owner, textNumber: _number, ...stored } = alias
  return { ...stored, created_at: texts.createdAt(alias) }
}
