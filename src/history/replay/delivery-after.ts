import type { Delivery } from '../../contract/mail-outcomes.ts'
import type { Account } from '../../core/account/account.ts'
import { deliverMail, predictDelivery } from '../../core/actions/deliver-mail.ts'
import { copyOf } from './account-before.ts'
import { ReplayHost, type ReplaySource } from './replay-host.ts'

/** Predicts the delivery of a mail once others have arrived in this account. Changes nothing. */
export function deliveryAfter(
  account: Account,
  others: readonly string[],
  to: string,
  source: ReplaySource,
): Delivery {
  if (others.length === 0) return predictDelivery(account, to)
  const copy = copyOf(account, new ReplayHost(source))
  for (const each of others) deliverMail(copy, { to: each })
  return predictDelivery(copy, to)
}
