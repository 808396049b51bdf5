import { HISTORY_ID } from '../../contract/history/entry-types.ts'
import type { Context } from './context.ts'
import { usageError } from '../output/failure.ts'
import { invalidValue } from '../output/wrong-value.ts'

const ENTRY = new RegExp(`^(?:([A-Za-z0-9][A-Za-z0-9_-]{0,99})/)?(${HISTORY_ID})$`)

/**
 * Reads `req_12` or `pro/req_12`, by default of --account; `label` names the command or option.
 * @throws Failure, also when both name an account and differ.
 */
export function readEntryOf(
  text: string,
  label: string,
  { options, sourceOf }: Pick<Context<'account'>, 'options' | 'sourceOf'>,
): { account: string; id: string } {
  const [, account = options.account, id] = ENTRY.exec(text) ?? []
  if (id === undefined) {
    throw usageError(invalidValue(text, label, 'an id such as req_12, act_3 or pro/req_12'))
  }
  if (account === options.account || sourceOf('account') !== 'flag') return { account, id }
  throw usageError(`${label} ${text} is an entry of account ${account}, not of ${options.account}`)
}
