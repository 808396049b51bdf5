import type { Entry, MailEntry } from '../../contract/history/entry.ts'
import type { ActionArguments } from '../../contract/actions.ts'
import type { Delivery } from '../../contract/mail-outcomes.ts'

/** A delivery in the history of an account. */
export type DeliveredMail = MailEntry & {
  arguments: ActionArguments<'deliver_mail'>
  result: Delivery & object
}

/**
 * Is it a delivery? Arguments that cannot be those of a mail are refused, and deliver nothing. What was forwarded
 * has changed its alias, unless that could not be stored.
 */
export function isDelivered(entry: Entry): entry is DeliveredMail {
  if (entry.type !== 'mail' || entry.result === undefined) return false
  return !(entry.unchanged && (entry as DeliveredMail).result.outcome === 'forwarded')
}
