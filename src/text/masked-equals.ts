import { isSameJson } from './json-values.ts'
import { MASK } from './mask.ts'

/**
 * Compares a value in which keys can be masked with the one that came when it was repeated. Where it is masked, it
 * equals anything; the texts of JSON bodies are compared as the values that they stand for.
 */
export function maskedEquals(masked: unknown, value: unknown): boolean {
  return isSameJson(masked, value, isSameMasked)
}

function isSameMasked(masked: unknown, value: unknown): boolean {
  if (Object.is(masked, value)) return true
  if (typeof masked !== 'string' || !masked.includes(MASK)) return false
  if (typeof value !== 'string') return masked === MASK.repeat(masked.length)
  const [before, after] = [toObject(masked), toObject(value)]
  return before && after ? maskedEquals(before, after) : fits(masked, value)
}

/** Undefined for a text that is no list and no object of JSON. */
function toObject(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as object
  } catch {
    return undefined
  }
}

/** A mask, with the quotation marks that one of a number adds: JSON in JSON escapes them. */
const MASKED = /\\{0,7}"?\*+\\{0,7}"?/

/** Has the text all that is not masked, in this order? */
function fits(masked: string, text: string): boolean {
  const parts = masked.split(MASKED)
  let at = 0
  for (const [index, part] of parts.entries()) {
    const found = index === parts.length - 1 ? text.length - part.length : text.indexOf(part, at)
    if (found < at || !text.startsWith(part, found) || (index === 0 && found > 0)) return false
    at = found + part.length
  }
  return true
}
