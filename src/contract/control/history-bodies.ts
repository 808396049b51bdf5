import * as v from 'valibot'
import { pattern, strictObject, string } from '../values/fields.ts'
import { NAME, NAME_FORMAT } from '../scenario/scenario.ts'

/** The bodies of the routes that go back in a history. */

/** `act_3`, or with the name of the account `default/act_3`. */
const entryId = string(140)

export const undoBody = strictObject({
  /** The account becomes as it was before this entry. Default: its last action. */
  to: v.optional(entryId),
})

export const forkBody = strictObject({
  /** The entry before which the new account branches off. Default: now. */
  at: v.optional(entryId),
  name: v.optional(pattern(NAME, NAME_FORMAT)),
})
