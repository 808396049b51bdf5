import { maskNamed, maskText, type IsKnown } from './mask.ts'

/** The letters of ids: they look like a key. */
const LETTERS = 'alphabet'

/** Masks the keys in a JSON value: its strings by the names of their fields, and the names themselves. */
export function maskValue(value: unknown, isKnown?: IsKnown, name = ''): unknown {
  if (typeof value === 'string') return name === LETTERS ? value : maskNamed(name, value, isKnown)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((inner) => maskValue(inner, isKnown))
  // Object.fromEntries sets no prototype, whatever the names are.
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      maskText(key, isKnown),
      maskValue(inner, isKnown, key),
    ]),
  )
}
