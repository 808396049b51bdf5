import type { ChoiceId } from './choices/choices.ts'

/** Why a mail is forwarded (`active`) or not. */
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

/** What became of a mail. */
export type Delivery = {
  outcome: 'forwarded' | 'refused' | 'dropped'
  reason: MailReason
  /** What an SMTP client hears; of a dropped mail, the same as of one that is forwarded. */
  smtp: string
  alias: string | null
  /** The choices that decided, where the document does not. */
  choices: ChoiceId[]
  month: { used: number; limit: number }
}

/** The same, as a report counts it. */
export type MailOutcome = 'mail_forwarded' | `mail_${Exclude<MailReason, 'active'>}`
