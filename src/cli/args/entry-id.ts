import { HISTORY_ID } from '../../contract/history/entry-types.ts'
import { usageError } from '../output/failure.ts'
import { invalidValue } from '../output/wrong-value.ts'

const ENTRY = new RegExp(`^(?:([A-Za-z0-9][A-Za-z0-9_-]{0,99})/)?(${HISTORY_ID})$`)

/** An entry of a history; without an account, it is one of --account. */
export type Entry = { readonly account?: string | undefined; readonly id: string }

/** Reads `req_12` or `pro/req_12`; `command` is named in messages. @throws Failure */
export function readEntry(text: string, command: string): Entry {
  const [, account, id] = ENTRY.exec(text) ?? []
  if (id !== undefined) return { account, id }
  throw usageError(invalidValue(text, command, 'an id such as req_12, act_3 or pro/req_12'))
}

/** Reads the id of a request. @throws Failure */
export function readRequestId(text: string, command: string): Entry {
  const entry = readEntry(text, command)
  if (entry.id.startsWith('req_')) return entry
  throw usageError(invalidValue(text, command, 'the id of a request, such as req_12'))
}
