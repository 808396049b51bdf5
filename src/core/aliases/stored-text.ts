import type { Alias } from './alias.ts'
import { flattenString } from './flatten-string.ts'
import { storedTexts } from './text-cache.ts'

/** An alias as JSON for `--db`. It changes rarely and is written with every change, so its text is kept. */
export function storedText(alias: Alias): string {
  if (alias.stored !== null) return alias.stored
  const text = flattenString(toStoredText(alias))
  storedTexts.keepWithin(alias, text)
  return text
}

/** The same, kept nowhere. */
export function toStoredText(alias: Alias): string {
  const {
    bytes: _needed,
    json: _json,
    jsonBytes: _bytes,
    stored: _stored,
    isGone: _isGone,
    ...kept
  } = alias
  return JSON.stringify(kept)
}
