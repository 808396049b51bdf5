/** What values need in memory, in bytes: measured on Node 20, rounded up. */

/** What a text needs beside its characters. */
export const TEXT_BYTES = 24
const OBJECT_BYTES = 56
const FIELD_BYTES = 16

/** V8 takes two bytes for each character of a text once one of them is beyond Latin-1. */
export function textBytes(text: string): number {
  return TEXT_BYTES + text.length * (isWide(text) ? 2 : 1)
}

/** Counted as wide from 0x80 on: how Latin-1 is kept depends on where the text came from. */
export function isWide(text: string): boolean {
  return /[\u0080-\uffff]/.test(text)
}

/** A JSON value with all that is in it. */
export function valueBytes(value: unknown): number {
  if (typeof value === 'string') return textBytes(value)
  if (typeof value !== 'object' || value === null) return FIELD_BYTES
  let bytes = OBJECT_BYTES
  for (const [name, item] of Object.entries(value)) {
    bytes += FIELD_BYTES + (Array.isArray(value) ? 0 : textBytes(name)) + valueBytes(item)
  }
  return bytes
}
