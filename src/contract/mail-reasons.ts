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
