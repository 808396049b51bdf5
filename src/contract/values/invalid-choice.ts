import { escapeUnsafe } from '../../text/escape.ts'
import { maskScalar, nameInside } from '../../text/mask-value.ts'
import { BEGINNING } from '../../text/mask.ts'
import { nearestOf } from './nearest.ts'

/** Messages about wrong values. Kept apart from the schemas, so that code that only parses flags need not load them. */

/** `must be an integer from 1 to 9 (got "abc")`: to follow the name of a field. */
export function mustBe(expected: string, input: unknown): string {
  return `must be ${expected} (got ${formatValue(input)})`
}

/** `a, b and c`. */
export function wordList(words: readonly string[], conjunction: 'and' | 'or'): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`
}

/**
 * `must be one of free, plus (got "plsu"; did you mean "plus"?)`: to follow the name of a field.
 * `kind`, such as "an action", replaces a list that is too long to find the suggestion behind it.
 */
export function invalidChoice(input: unknown, words: readonly string[], kind?: string): string {
  const word = typeof input === 'string' ? suggestionFor(input, words) : undefined
  const hint = word === undefined ? '' : `; did you mean ${formatValue(word)}?`
  const expected = hint !== '' && kind !== undefined ? kind : `one of ${words.join(', ')}`
  return `must be ${expected} (got ${formatValue(input)}${hint})`
}

/** `unknown scenario "plsu" (did you mean "plus"?)`, or a list of the existing names if none is similar. */
export function unknownName(noun: string, input: string, names: readonly string[]): string {
  const word = suggestionFor(input, names)
  const allowed =
    names.length === 0 ? `no ${noun}s are allowed here` : `allowed: ${names.join(', ')}`
  const hint = word === undefined ? allowed : `did you mean ${formatValue(word)}?`
  return `unknown ${noun} ${formatValue(input)} (${hint})`
}

/** ` (did you mean --port?)`, or an empty string if no word is similar. */
export function didYouMean(input: string, words: readonly string[]): string {
  const word = suggestionFor(input, words)
  return word === undefined ? '' : ` (did you mean ${word}?)`
}

/** A number is never treated as a misspelt word. */
function suggestionFor(input: string, words: readonly string[]): string | undefined {
  return /^[-+.\d]+$/.test(input) ? undefined : nearestOf(input, words)
}

/** Longer values are cut in messages. */
const MAX_QUOTED = 60

/** A value as a message shows it: short, on one line, strings in quotes. */
export function formatValue(value: unknown): string {
  return escapeUnsafe(formatJson(value))
}

/**
 * Formats a value for messages of `/v1`, which JSON escapes: unsafe characters of the client stay as they are. Keys
 * of other services are masked before the value is cut, so that no answer repeats one, nor a part of it.
 */
export function formatJson(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  const written = beginningOf(value)
  return written.length > MAX_QUOTED ? `${written.slice(0, MAX_QUOTED - 3)}…` : written
}

/** The first `room` characters of the value as JSON, and a few more; the rest of the value is not read. */
function beginningOf(value: unknown, room = MAX_QUOTED, name = ''): string {
  if (typeof value === 'string') {
    const masked = maskScalar(value.slice(0, BEGINNING), name) as string
    return JSON.stringify(masked.slice(0, Math.max(0, room) + 1))
  }
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || 'toJSON' in value) {
    return JSON.stringify(maskScalar(value, name)) ?? typeof value
  }
  const isList = Array.isArray(value)
  const inside = nameInside(value, name)
  let written = isList ? '[' : '{'
  for (const [key, inner] of isList ? value.entries() : Object.entries(value)) {
    if (written.length > room) return written
    const isAbsent = JSON_HAS_NO.includes(typeof inner)
    if (isAbsent && !isList) continue
    if (written.length > 1) written += ','
    if (!isList) written += `${beginningOf(key, room - written.length)}:`
    const innerName = inside ?? String(key)
    written += isAbsent ? 'null' : beginningOf(inner, room - written.length, innerName)
  }
  return `${written}${isList ? ']' : '}'}`
}

const JSON_HAS_NO = ['undefined', 'function', 'symbol']
