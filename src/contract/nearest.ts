import { distance } from 'fastest-levenshtein'

/** Nothing longer is a misspelt word; comparing it would take its length times that of every word. */
const MAX_LENGTH = 100

/**
 * The word that was probably meant: the closest one, when it is close enough to be worth saying
 * (a third of its letters, or two, but never all of them).
 */
export function nearestOf(input: string, words: readonly string[]): string | undefined {
  if (input.length > MAX_LENGTH) return undefined
  let nearest: string | undefined
  let smallest = Infinity
  for (const word of words) {
    const steps = distance(input.toLowerCase(), word.toLowerCase())
    const isNear = steps < word.length && steps <= Math.max(2, word.length / 3)
    if (steps < smallest && isNear) {
      nearest = word
      smallest = steps
    }
  }
  return nearest
}
