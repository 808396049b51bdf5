import type { ChoiceId } from './choices/choices.ts'
import { MAIL_ACTION } from './history/entry-types.ts'

/** The reason why a mail is forwarded (`active`) or not. */
export type MailReason =
  | 'active'
  | 'no_alias'
  | 'removed'
  | 'suspended'
  | 'burned'
  | 'expired'
  | 'past_due'
  | 'canceled'
  | 'allowance_used'

/** The fate of a mail. */
export type Delivery = {
  outcome: 'forwarded' | 'refused' | 'dropped'
  reason: MailReason
  /** The answer to an SMTP client; a dropped mail has that of a forwarded one. */
  smtp: string
  alias: string | null
  /** The choices that decided, where the document does not. */
  choices: ChoiceId[]
  month: { used: number; limit: number }
}

const COUNTED_AS = 'mail_'

/** Returns the outcome as a report counts it: `mail_forwarded`, or `mail_` and the reason against it. */
export function toMailOutcome({ outcome, reason }: Delivery): string {
  return `${COUNTED_AS}${outcome === 'forwarded' ? outcome : reason}`
}

/** Is it what became of a mail, and not the outcome of a call? */
export function isMailOutcome(outcome: string): boolean {
  return outcome.startsWith(COUNTED_AS)
}

/** Did this action deliver a mail to an address that never was one of an alias? Nothing followed from it. */
export function reachedNobody({ action, result }: { action: string; result?: unknown }): boolean {
  return action === MAIL_ACTION && (result as Partial<Delivery> | null)?.reason === 'no_alias'
}
