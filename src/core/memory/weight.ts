/** Memory sizes of values in bytes, measured on Node 20 and rounded up. */

/** Size of a string without its characters. */
export const TEXT_BYTES = 24
const OBJECT_BYTES = 56
const FIELD_BYTES = 16

/** V8 uses two bytes per character as soon as one character is beyond Latin-1. */
export function textBytes(text: string): number {
  return TEXT_BYTES + text.length * (isWide(text) ? 2 : 1)
}

/** Counts as wide from 0x80 on, because how V8 stores Latin-1 depends on where the string came from. */
export function isWide(text: string): boolean {
  return /[\u0080-\uffff]/.test(text)
}

/** Size of a JSON value with everything in it. */
export function valueBytes(value: unknown): number {
  if (typeof value === 'string') return textBytes(value)
  if (typeof value !== 'object' || value === null) return FIELD_BYTES
  let bytes = OBJECT_BYTES
  for (const [name, item] of Object.entries(value)) {
    bytes += FIELD_BYTES + (Array.isArray(value) ? 0 : textBytes(name)) + valueBytes(item)
  }
  return bytes
}
