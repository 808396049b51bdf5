import { distance } from 'fastest-levenshtein'

/** Nothing longer is a misspelt word; comparing it would take its length times that of every word. */
const MAX_LENGTH = 100
/** Fewer letters are the beginning of too many words. */
const MIN_PREFIX = 3

/**
 * The word that was probably meant: the one that differs by a letter, else one that begins so, else the
 * closest one. It may differ by two letters or a third of its own, but never by more than half.
 */
export function nearestOf(input: string, words: readonly string[]): string | undefined {
  if (input.length > MAX_LENGTH) return undefined
  const typed = input.toLowerCase()
  let nearest: string | undefined
  let smallest = Infinity
  for (const word of words) {
    const steps = distance(typed, word.toLowerCase())
    const isClose = steps <= Math.min(word.length / 2, Math.max(2, word.length / 3))
    if (steps < smallest && isClose) {
      nearest = word
      smallest = steps
    }
  }
  if (smallest <= 1 || input.length < MIN_PREFIX) return nearest
  return words.find((word) => word.toLowerCase().startsWith(typed)) ?? nearest
}
