import { limits } from '../../../contract/limits.ts'
import { problemKindNames } from '../../../hunt/explore/problem.ts'
import { usageError } from '../../output/failure.ts'
import { invalidValue, unknownWord } from '../../output/wrong-value.ts'
import { readTextFile } from '../../sandbox/text-file.ts'

/** Findings that the user accepts: each has a line with its key, which may end in `*`, after `#` a comment. */
export class KnownFindings {
  readonly #words: readonly string[]

  constructor(words: readonly string[] = []) {
    this.#words = words
  }

  has(key: string): boolean {
    return this.#words.some((word) => isMatch(word, key))
  }

  /** The entries that none of these keys meets. */
  unmet(keys: ReadonlySet<string>): string[] {
    return this.#words.filter((word) => ![...keys].some((key) => isMatch(word, key)))
  }
}

/** Reads the file of --known. @throws Failure */
export function readKnown(file: string): KnownFindings {
  const lines = readTextFile(file, limits.controlBytes.value).split(/\r\n|\r|\n/)
  const words = lines.flatMap((line, at) => {
    const word = line.replace(/#.*/, '').trim()
    return word === '' ? [] : [checkKey(word, `${file}:${at + 1}`)]
  })
  if (words.length > 0) return new KnownFindings(words)
  throw usageError(
    invalidValue(file, '--known', 'a file with a key such as gives_up/outage/create in each line'),
  )
}

function checkKey(word: string, label: string): string {
  const [kind = '', ...rest] = word.split('/')
  const known: readonly string[] = problemKindNames
  if (!known.includes(kind.replace(/\*$/, '')))
    throw usageError(unknownWord('kind', kind, { known, listedBy: 'explore --list', label }))
  if (
    (rest.length === 0 && !kind.endsWith('*')) ||
    /\s/.test(word) ||
    word.slice(0, -1).includes('*')
  )
    throw usageError(
      invalidValue(
        word,
        label,
        'the key of a problem, such as gives_up/outage/create or gives_up/*',
      ),
    )
  return word
}

function isMatch(word: string, key: string): boolean {
  return word.endsWith('*') ? key.startsWith(word.slice(0, -1)) : key === word
}
