import type { MailReason } from '../contract/mail-outcomes.ts'

/** Why a mail was not forwarded, after a colon. */
export const mailReasons: Readonly<Record<Exclude<MailReason, 'active'>, string>> = {
  no_alias: 'no such alias',
  removed: 'this alias is gone',
  burned: 'this single-use alias is gone',
  expired: 'this alias has expired',
  suspended: 'this alias is suspended',
  allowance_used: 'the messages of this month are used up',
  past_due: 'the payment for this account is overdue',
  canceled: 'this account is canceled',
}
