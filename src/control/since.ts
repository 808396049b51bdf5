import { ActionError } from '../contract/control/action-error.ts'
import { mustBe } from '../contract/values/invalid-choice.ts'
import { isIsoInstant } from '../contract/values/times.ts'

/** A time of an account, in ms, from ISO 8601 or epoch seconds. @throws ActionError 400 naming what is allowed. */
export function readSince(input: string, expected: string): number {
  if (/^\d{1,12}$/.test(input)) return Number(input) * 1_000
  if (isIsoInstant(input)) return Date.parse(input)
  throw new ActionError(400, `since ${mustBe(expected, input)}`, 'since')
}
