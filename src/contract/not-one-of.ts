import { nearestOf } from './nearest.ts'

/** How wrong words are answered. Apart from the schemas, so that who only parses flags need not load them. */

/** "is not one of …", with the nearest of the words. */
export function notOneOf(given: unknown, words: readonly string[]): string {
  const hint = typeof given === 'string' ? didYouMean(given, words) : ''
  return `${shown(given)} is not one of ${words.join(', ')}${hint ? ` (${hint.slice(2)})` : ''}`
}

/** `; did you mean …?`, or nothing when no word is near. */
export function didYouMean(given: string, words: readonly string[]): string {
  const word = nearestOf(given, words)
  return word === undefined ? '' : `; did you mean ${word}?`
}

/** A value as it may stand in a message: short, on one line, quoted when it is a text. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  const written = typeof value === 'bigint' ? String(value) : jsonOf(value)
  if (written === undefined) return 'a value nested too deep to show'
  return written.length > 60 ? `${written.slice(0, 57)}…` : written
}

/** The value as JSON; undefined where it is nested so deep that writing it would end the stack. */
export function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) ?? typeof value
  } catch {
    // a body of 100 kB has room for 50,000 brackets
  }
  return undefined
}
