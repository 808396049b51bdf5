import { INSIDE_SECRET, MASKED_NUMBER, maskNamed, maskText, type IsKnown } from './mask.ts'
import { isOwnKey, isSecretName } from './secret-words.ts'

/** The letters of ids: they look like a key. */
const LETTERS = 'alphabet'

/** Masks the keys in a JSON value: its strings by the names of their fields, and the names themselves. */
export function maskValue(value: unknown, isKnown?: IsKnown, name = ''): unknown {
  if (typeof value !== 'object' || value === null) return maskScalar(value, name, isKnown)
  const inside = nameInside(value, name)
  if (Array.isArray(value)) return value.map((inner) => maskValue(inner, isKnown, inside))
  // Object.fromEntries sets no prototype, whatever the names are.
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      maskText(key, isKnown),
      maskValue(inner, isKnown, inside ?? key),
    ]),
  )
}

/** Masks a string or a number by the name of its field. */
export function maskScalar(value: unknown, name: string, isKnown?: IsKnown): unknown {
  if (typeof value === 'string') return name === LETTERS ? value : maskNamed(name, value, isKnown)
  return typeof value === 'number' && isSecretName(name) ? MASKED_NUMBER : value
}

/** The name that everything in a list or an object is masked by; in most objects, the name of each field. */
export function nameInside(value: object, name: string): string | undefined {
  if (isSecretName(name) && !isKeyState(value)) return INSIDE_SECRET
  return Array.isArray(value) ? '' : undefined
}

/** The key of an account in its state has times, which are no secret. */
function isKeyState(value: object): boolean {
  return 'current' in value && typeof value.current === 'string' && isOwnKey(value.current)
}
