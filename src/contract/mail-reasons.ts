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

/** What became of a mail, as a report counts it. */
export type MailOutcome = 'mail_forwarded' | `mail_${Exclude<MailReason, 'active'>}`
