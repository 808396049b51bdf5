import type { StoredAlias } from '../../contract/state.ts'
import type { Alias } from './alias.ts'
import { flattenString } from './flatten-string.ts'
import { storedTexts } from './text-cache.ts'

/** An alias as JSON for `--db`. A live alias rarely changes and is in every write, so its text is cached. */
export function storedText(alias: StoredAlias): string {
  if (!isLive(alias)) return JSON.stringify(alias)
  if (alias.stored !== null) return alias.stored
  const text = flattenString(JSON.stringify(toStored(alias)))
  storedTexts.keepWithin(alias, text)
  return text
}

/** The same without caching. */
export function toStoredText(alias: StoredAlias): string {
  if (!isLive(alias)) return JSON.stringify(alias)
  return alias.stored ?? JSON.stringify(toStored(alias))
}

/** Does the alias belong to a running account, rather than to a state from a file? */
function isLive(alias: StoredAlias): alias is Alias {
  return 'stored' in alias
}

/** The alias without the fields that exist only in memory. */
function toStored(alias: Alias): StoredAlias {
  const { bytes: _needed, json: _json, jsonBytes: _bytes, stored: _stored, ...stored } = alias
  return stored
}
