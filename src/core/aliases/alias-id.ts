import { rules } from '../../contract/rules.ts'
import type { Choices } from '../../contract/choices/choices.ts'
import type { AccountState } from '../../contract/state/state.ts'
import { drawText, type Random } from '../random/random.ts'

const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const CONSONANTS = 'bdfghklmnprstvz'
const VOWELS = 'aeiou'

/** Draws one id in the scenario's style, or else in that of the choice `id_style`. */
export function drawId(
  random: Random,
  ids: AccountState['ids'],
  style: Choices['id_style'],
): string {
  if (ids) return drawText(random, ids.alphabet, ids.length)
  switch (style) {
    case 'alphanumeric':
      return drawText(random, LETTERS_AND_DIGITS, 10)
    case 'long':
      return drawText(random, LETTERS_AND_DIGITS, 24)
    case 'dotted':
      return `${drawText(random, LETTERS_AND_DIGITS, 5)}.${drawText(random, LETTERS_AND_DIGITS, 5)}`
    case 'words':
      return `${drawWord(random)}-${drawWord(random)}-${drawText(random, '0123456789', 4)}`
  }
}

/**
 * Draws until an id is unused, at most three times (POST /v1/aliases, rule 1). Returns the number
 * of draws and the id, or null if all of them collided.
 */
export function drawUntilFree(
  drawOne: () => string,
  isTaken: (id: string) => boolean,
): { id: string | null; draws: number } {
  for (let draws = 1; ; draws += 1) {
    const id = drawOne()
    if (!isTaken(id)) return { id, draws }
    if (draws === rules.draws.attempts) return { id: null, draws }
  }
}

function drawWord(random: Random): string {
  let word = ''
  for (let syllable = 0; syllable < 3; syllable += 1) {
    word += drawText(random, CONSONANTS, 1) + drawText(random, VOWELS, 1)
  }
  return word
}
