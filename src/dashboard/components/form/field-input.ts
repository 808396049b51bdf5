import { toNumber } from '../../../text/numbers.ts'

/** The input of a field: its value, or the problem with it. */
export type FieldInput<Value> = { value: Value } | { problem: string }

const WHOLE = /^(\d{1,3}(,\d{3})+|\d+)$/
const DECIMAL = /^\d+(\.\d+)?$/

/** A whole number, such as `10,000`. */
export function readCount(text: string, min: number, max: number): FieldInput<number> {
  const value = Number(text.trim().replaceAll(',', ''))
  if (WHOLE.test(text.trim()) && value >= min && value <= max) return { value }
  return { problem: `Enter a whole number from ${toNumber(min)} to ${toNumber(max)}` }
}

/** A number, such as `1.5`. */
export function readNumber(text: string, min: number, max: number): FieldInput<number> {
  const value = Number(text.trim())
  if (DECIMAL.test(text.trim()) && value >= min && value <= max) return { value }
  return { problem: `Enter a number from ${min} to ${toNumber(max)}, such as 1.5` }
}

/** Returns the problem, if there is one. */
export function problemOf(entered: FieldInput<unknown>): string | undefined {
  return 'problem' in entered ? entered.problem : undefined
}
