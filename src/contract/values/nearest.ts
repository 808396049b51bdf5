import { distance } from 'fastest-levenshtein'

/** Longer input is not a misspelt word, and comparing it with every word would be slow. */
const MAX_LENGTH = 100
/** Too many words begin with the same one or two letters. */
const MIN_PREFIX = 3

/**
 * The word that was probably meant: one that differs by one letter, else one that starts with the input,
 * else the closest. The closest differs by at most two letters or a third of the word, and never by more
 * than half.
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
