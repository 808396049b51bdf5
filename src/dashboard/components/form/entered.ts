import { toNumber } from '../../../text/numbers.ts'

/** What somebody typed into a field: its value, or what is wrong with it. */
export type Entered<Value> = { value: Value } | { problem: string }

const WHOLE = /^(\d{1,3}(,\d{3})+|\d+)$/
const DECIMAL = /^\d+(\.\d+)?$/

/** A whole number, such as `10,000`. */
export function readCount(text: string, min: number, max: number): Entered<number> {
  const value = Number(text.trim().replaceAll(',', ''))
  if (WHOLE.test(text.trim()) && value >= min && value <= max) return { value }
  return { problem: `Enter a whole number from ${toNumber(min)} to ${toNumber(max)}` }
}

/** A number, such as `1.5`. */
export function readNumber(text: string, min: number, max: number): Entered<number> {
  const value = Number(text.trim())
  if (DECIMAL.test(text.trim()) && value >= min && value <= max) return { value }
  return { problem: `Enter a number from ${min} to ${toNumber(max)}, such as 1.5` }
}

/** What is wrong, if something is. */
export function problemOf(entered: Entered<unknown>): string | undefined {
  return 'problem' in entered ? entered.problem : undefined
}
