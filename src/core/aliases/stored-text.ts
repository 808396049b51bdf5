import type { StoredAlias } from '../../contract/state/state.ts'
import type { Alias } from './alias.ts'
import type { AliasTexts } from './alias-texts.ts'
import { flattenString } from './flatten-string.ts'
import { storedTexts } from './text-cache.ts'

/** An alias as JSON for `--db`. An alias rarely changes and is in every write, so its text is cached. */
export function storedText(alias: Alias, texts: AliasTexts): string {
  const cached = storedTexts.get(alias, texts)
  if (cached !== undefined) return cached.text
  return storedTexts.keep(alias, texts, flattenString(JSON.stringify(toStored(alias, texts)))).text
}

/** The same without caching. */
export function toStoredText(alias: Alias, texts: AliasTexts): string {
  return storedTexts.get(alias, texts)?.text ?? JSON.stringify(toStored(alias, texts))
}

/** The alias without the fields that exist only in memory. */
export function toStored(alias: Alias, texts: AliasTexts): StoredAlias {
  const { weight: _weight, ...stored } = alias
  return { ...stored, created_at: texts.createdAt(alias) }
}
