import { invalidChoice, formatValue } from '../../contract/invalid-choice.ts'
import { usageError } from '../output/failure.ts'
import type { OptionRow } from './options.ts'

const truths: Readonly<Record<string, boolean>> = {
  1: true,
  true: true,
  yes: true,
  on: true,
  0: false,
  false: false,
  no: false,
  off: false,
}

/** The value that a text gives an option. `label` is the flag or the variable. @throws Failure */
export function readValue(row: OptionRow, text: string, label: string) {
  switch (row.type) {
    case 'whole':
      return readNumber(row, text, label, /^-?(0|[1-9]\d{0,15})$/, 'a whole number')
    case 'number':
      return readNumber(row, text, label, /^-?\d{1,16}(\.\d{1,16})?$/, 'a number')
    case 'flag':
      return readTruth(text, label)
    default:
      return text
  }
}

/** The values that a variable gives a repeatable option. */
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
  what: string,
): number {
  const value = form.test(text) ? Number(text) : NaN
  if (value >= min && value <= max) return value
  throw usageError(`${label}: ${formatValue(text)} is not ${what} from ${min} to ${max}`)
}

function readTruth(text: string, label: string): boolean {
  const value = truths[text.toLowerCase()]
  if (value === undefined) throw usageError(`${label}: ${invalidChoice(text, Object.keys(truths))}`)
  return value
}
