import { escapeUnsafe } from '../text/escape.ts'
import { nearestOf } from './nearest.ts'

/** How wrong words are answered. Apart from the schemas, so that who only parses flags need not load them. */

/** "is not one of …", with the nearest of the words. */
export function invalidChoice(input: unknown, words: readonly string[]): string {
  const hint = typeof input === 'string' ? didYouMean(input, words).slice(2) : ''
  const list = words.join(', ')
  if (hint === '') return `${formatValue(input)} is not one of ${list}`
  // Behind a long list nobody would find it.
  return list.length > MAX_LIST
    ? `${formatValue(input)} is not known (${hint}); allowed: ${list}`
    : `${formatValue(input)} is not one of ${list} (${hint})`
}

/** A list that is longer than this comes after the suggestion. */
const MAX_LIST = 60

/** `; did you mean …?`, or nothing when no word is near; a number is no slip of another. */
export function didYouMean(input: string, words: readonly string[]): string {
  if (/^[-+.\d]+$/.test(input)) return ''
  const word = nearestOf(input, words)
  return word === undefined ? '' : `; did you mean ${word}?`
}

/** The longest value that is shown whole. */
const MAX_QUOTED = 60

/** A value as it may stand in a message: short, on one line, quoted when it is a text. */
export function formatValue(value: unknown): string {
  return escapeUnsafe(formatJson(value))
}

/** The same as an answer of `/v1` has it: a client's own text, which is escaped as JSON escapes. */
export function formatJson(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  const written = beginningOf(value)
  return written.length > MAX_QUOTED ? `${written.slice(0, MAX_QUOTED - 3)}…` : written
}

/** The value as JSON, as far as `room` characters and a little: whatever its size, little of it is read. */
function beginningOf(value: unknown, room = MAX_QUOTED): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, Math.max(0, room) + 1))
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || 'toJSON' in value) {
    return JSON.stringify(value) ?? typeof value
  }
  const isList = Array.isArray(value)
  let written = isList ? '[' : '{'
  for (const [key, inner] of isList ? value.entries() : Object.entries(value)) {
    if (written.length > room) return written
    const isAbsent = JSON_HAS_NO.includes(typeof inner)
    if (isAbsent && !isList) continue
    if (written.length > 1) written += ','
    if (!isList) written += `${beginningOf(key, room - written.length)}:`
    written += isAbsent ? 'null' : beginningOf(inner, room - written.length)
  }
  return `${written}${isList ? ']' : '}'}`
}

const JSON_HAS_NO = ['undefined', 'function', 'symbol']
