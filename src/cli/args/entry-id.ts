import { usageError } from '../output/failure.ts'
import { invalidValue } from '../output/wrong-value.ts'

const ENTRY =
  /^(?:([A-Za-z0-9][A-Za-z0-9_-]{0,99})\/)?((?:req|act|evt|start|rewind)_[1-9]\d{0,14})$/

/** An entry of a history. The account is undefined if the text names none. */
export type EntryId = { account: string | undefined; id: string }

/** Reads `req_12` or `pro/req_12`; `label` names the command or option. @throws Failure */
export function readEntryId(text: string, label: string): EntryId {
  const [, account, id] = ENTRY.exec(text) ?? []
  if (id !== undefined) return { account, id }
  throw usageError(invalidValue(text, label, 'an id such as req_12, act_3 or pro/req_12'))
}
