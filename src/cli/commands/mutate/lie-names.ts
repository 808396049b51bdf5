import { lieIds, lies } from '../../../mutate/lies.ts'
import type { Lie } from '../../../mutate/lie.ts'
import { splitList } from '../../args/option-value.ts'
import { usageError } from '../../output/failure.ts'
import { invalidValue, unknownWord } from '../../output/wrong-value.ts'

/** The lies that an option names. A name may end in `*`. @throws Failure */
export function readLies(text: string, label: '--lies' | '--equivalent'): Lie[] {
  const words = splitList(text)
  if (words.length === 0) throw usageError(invalidValue(text, label, 'ids separated by commas'))
  const named = new Set(words.flatMap((word) => findLies(word, label)))
  return lies.filter((lie) => named.has(lie))
}

function findLies(word: string, label: string): Lie[] {
  const start = word.endsWith('*') ? word.slice(0, -1) : undefined
  const found = lies.filter(({ id }) => (start === undefined ? id === word : id.startsWith(start)))
  if (found.length > 0) return found
  throw usageError(unknownWord('lie', word, { known: lieIds, listedBy: 'mutate --list', label }))
}
