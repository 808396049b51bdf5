import { INSIDE_SECRET, maskNamed, maskNumber, maskText, type IsKnown } from './mask.ts'
import { isOwnKey, isSecretName } from './secret-words.ts'

/** The letters of ids: they look like a key. */
const LETTERS = 'alphabet'

/** Masks the keys in a JSON value: its strings by the names of their fields, and the names themselves. */
export function maskValue(value: unknown, isKnown?: IsKnown, name = ''): unknown {
  if (typeof value === 'string') return name === LETTERS ? value : maskNamed(name, value, isKnown)
  if (typeof value === 'number') return isSecretName(name) ? maskedNumber(value) : value
  if (typeof value !== 'object' || value === null) return value
  const isSecret = isSecretName(name) && !isKeyState(value)
  if (Array.isArray(value)) {
    return value.map((inner) => maskValue(inner, isKnown, isSecret ? INSIDE_SECRET : ''))
  }
  // Object.fromEntries sets no prototype, whatever the names are.
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      maskText(key, isKnown),
      maskValue(inner, isKnown, isSecret ? INSIDE_SECRET : key),
    ]),
  )
}

function maskedNumber(value: number): unknown {
  return JSON.parse(maskNumber(JSON.stringify(value)))
}

/** The key of an account in its state has times, which are no secret. */
function isKeyState(value: object): boolean {
  return 'current' in value && typeof value.current === 'string' && isOwnKey(value.current)
}
