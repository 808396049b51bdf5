import { didYouMean, formatValue, wordList } from '../../contract/values/invalid-choice.ts'

export const PROGRAM = 'alias-sandbox'

/** The messages for invalid values and unknown words: what is wrong, where, and what is allowed. */

/** `invalid value "abc" for --port: expected an integer from 0 to 65535` */
export function invalidValue(value: string, label: string, expected: string): string {
  return `invalid value ${formatValue(value)} for ${label}: expected ${expected}`
}

/** `invalid value "jsn" for --format: expected text, json or markdown (did you mean json?)` */
export function invalidWord(value: string, label: string, words: readonly string[]): string {
  return `${invalidValue(value, label, wordList(words, 'or'))}${toHint(value, words)}`
}

/**
 * `unknown scenario "past_du" for --scenario (did you mean past_due?)`. If no word is similar, names the
 * command that lists them, because there are too many for one line.
 */
export function unknownWord(
  kind: string,
  word: string,
  { known, listedBy, label }: { known: readonly string[]; listedBy: string; label?: string },
): string {
  const where = label === undefined ? '' : ` for ${label}`
  const hint = toHint(word, known) || `; see: ${PROGRAM} ${listedBy}`
  return `unknown ${kind} ${formatValue(word)}${where}${hint}`
}

/**
 * ` (did you mean --port?)`, or an empty text if no word is similar. A prefix that all words share is
 * ignored.
 */
export function toHint(word: string, known: readonly string[], prefix = ''): string {
  const bare = (text: string) => (text.startsWith(prefix) ? text.slice(prefix.length) : text)
  return didYouMean(bare(word), known.map(bare)).replace('mean ', `mean ${prefix}`)
}
