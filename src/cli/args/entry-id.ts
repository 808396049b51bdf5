import { HISTORY_ID } from '../../contract/history/entry-types.ts'
import type { Context } from './context.ts'
import { usageError } from '../output/failure.ts'
import { invalidValue } from '../output/wrong-value.ts'

const ENTRY = new RegExp(`^(?:([A-Za-z0-9][A-Za-z0-9_-]{0,99})/)?(${HISTORY_ID})$`)

/** An entry of a history. The account is undefined if the text names none. */
export type EntryId = { account: string | undefined; id: string }

/** Reads `req_12` or `pro/req_12`; `label` names the command or option. @throws Failure */
export function readEntryId(text: string, label: string): EntryId {
  const [, account, id] = ENTRY.exec(text) ?? []
  if (id !== undefined) return { account, id }
  throw usageError(invalidValue(text, label, 'an id such as req_12, act_3 or pro/req_12'))
}

/** The same with its account, by default that of --account. @throws Failure when both name one and differ. */
export function readEntryOf(
  text: string,
  label: string,
  { options, sourceOf }: Pick<Context<'account'>, 'options' | 'sourceOf'>,
): { account: string; id: string } {
  const { account = options.account, id } = readEntryId(text, label)
  if (account === options.account || sourceOf('account') !== 'flag') return { account, id }
  throw usageError(`${label} ${text} is an entry of account ${account}, not of ${options.account}`)
}
