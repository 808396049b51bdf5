import type { ActionArguments } from '../../contract/actions.ts'
import type { Account } from '../account/account.ts'
import type { Alias } from '../aliases/alias.ts'
import { aliasOf, burn, isBurned } from './alias-actions.ts'
import { deliverMail } from './deliver-mail.ts'
import { forwardsLevel, setForwards } from '../account/limits.ts'
import { refuse } from '../../contract/control/action-error.ts'
import { countOf } from '../../text/numbers.ts'
import type { HandlersOf } from './handler.ts'

export const mailActions = {
  forward_message: forwardMessage,
  deliver_mail: deliverMail,
  reply_message: sendMessage,
  compose_message: sendMessage,
} satisfies HandlersOf<'mail'>

type Mail = ActionArguments<'forward_message'>

/** Incoming mail counts on the alias and toward the month. The first burns a single-use alias. */
function forwardMessage(account: Account, { id, count = 1 }: Mail) {
  const alias = activeAlias(account, id)
  if (isBurned(alias)) refuse('alias_burned', `alias ${id} is single-use and has been burned`)
  const possible = alias.single_use ? 1 : count
  const forwarded = spendMonth(account, possible)
  const forward_count = alias.forward_count + forwarded
  const changed = account.aliases.change(alias, { forward_count })
  if (changed.single_use) burn(account, changed)
  return { id, forwarded, refused: count - forwarded, month: forwardsLevel(account) }
}

/** Limits: replies and composed messages each count toward the month. */
function sendMessage(account: Account, { id, count = 1 }: Mail) {
  activeAlias(account, id)
  const sent = spendMonth(account, count)
  return { id, sent, refused: count - sent, month: forwardsLevel(account) }
}

/** Spends as many messages as the month still allows; refuses when none are left. */
function spendMonth(account: Account, count: number): number {
  const { used, limit } = forwardsLevel(account)
  const allowed = Math.min(count, Math.max(0, limit - used))
  if (allowed === 0) {
    refuse('allowance_used', `the month's allowance of ${countOf(limit, 'message')} is used up`)
  }
  setForwards(account, used + allowed)
  return allowed
}

function activeAlias(account: Account, id: string): Alias {
  const alias = aliasOf(account, id)
  if (alias.status !== 'active') {
    refuse('alias_not_active', `alias ${id} is ${alias.status} and forwards no messages`)
  }
  return alias
}
