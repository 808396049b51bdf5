import type { StoredAlias } from '../../contract/state.ts'
import type { Alias } from './alias.ts'
import { flattenString } from './flatten-string.ts'
import { storedTexts } from './text-cache.ts'

/** An alias as JSON for `--db`. A live alias rarely changes and is written with every change, so its text is cached. */
export function storedText(alias: StoredAlias): string {
  if (!isLive(alias)) return JSON.stringify(alias)
  if (alias.stored !== null) return alias.stored
  const text = flattenString(JSON.stringify(toStored(alias)))
  storedTexts.keepWithin(alias, text)
  return text
}

/** The same, but the text is not cached. */
export function toStoredText(alias: StoredAlias): string {
  if (!isLive(alias)) return JSON.stringify(alias)
  return alias.stored ?? JSON.stringify(toStored(alias))
}

/** Is it the alias of a running account, and not one that was read from a file? */
function isLive(alias: StoredAlias): alias is Alias {
  return 'stored' in alias
}

/** The alias without what only memory holds. */
function toStored(alias: Alias): StoredAlias {
  const {
    bytes: _needed,
    json: _json,
    jsonBytes: _bytes,
    stored: _stored,
    isGone: _isGone,
    ...stored
  } = alias
  return stored
}
