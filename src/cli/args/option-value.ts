import { usageError, type Failure } from '../output/failure.ts'
import { invalidWord, invalidValue } from '../output/wrong-value.ts'
import type { OptionRow } from './tables/option-row.ts'
import type { OptionName } from './tables/options.ts'

const yes = ['true', '1', 'yes', 'on']
const no = ['false', '0', 'no', 'off']

/** Converts a text to the value of an option. `label` is the flag or the variable. @throws Failure */
export function readValue(row: OptionRow, text: string, label: string) {
  switch (row.type) {
    case 'integer':
      return readNumber(row, text, label, /^-?(0|[1-9]\d{0,15})$/, 'an integer')
    case 'number':
      return readNumber(row, text, label, /^-?\d{1,16}(\.\d{1,16})?$/, 'a number')
    case 'boolean':
      return readBoolean(text, label)
    default:
      if (!row.choices || row.choices.includes(text)) return text
      throw usageError(invalidWord(text, label, row.choices))
  }
}

/** `missing value for --port <port>` */
export function missingValue(name: OptionName, { value }: OptionRow): Failure {
  return usageError(`missing value for --${name} <${value}>`)
}

/** Splits the text of a variable, or of a flag with several words, into values. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function readNumber(
  { min = -Infinity, max = Infinity }: OptionRow,
  text: string,
  label: string,
  form: RegExp,
  kind: string,
): number {
  const value = form.test(text) ? Number(text) : NaN
  if (value >= min && value <= max) return value
  throw usageError(invalidValue(text, label, `${kind} from ${min} to ${max}`))
}

function readBoolean(text: string, label: string): boolean {
  const word = text.toLowerCase()
  if (yes.includes(word)) return true
  if (no.includes(word)) return false
  throw usageError(invalidWord(text, label, [...yes, ...no]))
}
