import type { Duration } from '../contract/values/duration.ts'
import type { HistoryType } from '../contract/history/entry-types.ts'
import type { Operation } from '../contract/operations.ts'
import type { Written } from './written.ts'

/** Selects requests; a request must match every field that is set. */
export type RequestFilter = {
  operation?: Operation
  status?: number
  outcome?: keyof Written['Outcomes']
  /** Fields that the JSON body of the request must have, with equal values; it may have others. */
  body?: Readonly<Record<string, unknown>>
  /** Headers that the request must have. Values of secrets are masked. */
  header?: Readonly<Record<string, string | number>>
  /** Parameters that its query must have. */
  query?: Readonly<Record<string, string | number>>
  /** The id of an entry, or a time on the account's clock. */
  since?: string | number | Date
  limit?: number
}

/** `timeout` is real time, such as `'2s'`. Default: 5 seconds. */
export type RequestWait = RequestFilter & { count?: number; timeout?: Duration }

/** Selects mails of an inbox; a mail must match every field that is set. */
export type MailFilter = {
  /** The address that it was sent to, in lower or upper case. */
  to?: string
  /** Stands in its subject, text or sender, in lower or upper case. */
  text?: string
  /** The id of a mail or an action, such as `mail_3`: only mails after it. */
  after?: string
  /** Only mails at and after this time of the account (ISO 8601, epoch seconds or a Date). */
  since?: string | number | Date
}

/** A message as it is sent: headers and body; whom it is for, and who sends it if it does not say. */
export type RawMail = { to: string; from?: string; raw: string }

/** `timeout` is real time, such as `'2s'`. Default: 5 seconds. */
export type MailWait = MailFilter & { timeout?: Duration }

/** Selects items of a history. */
export type HistoryFilter = {
  /**
   * Only items after this one: its `order`, or its id; in the history of the whole sandbox an id with its
   * account, such as `default/act_3`.
   */
  after?: number | string
  /** Only items before this one, in the same form. */
  before?: number | string
  types?: readonly HistoryType[]
  /** At most this many: the last ones, or with `after` the next ones. */
  limit?: number
}

/** Selects aliases; an alias must match every field that is set. */
export type AliasFilter = {
  /** Stands in the id, address, label, note, source or category, in lower or upper case. */
  search?: string
  status?: keyof Written['AliasStatuses']
  /** Default: by id. */
  order?: 'id' | 'newest' | 'oldest'
  /** 1 to 1,000. Default: all. */
  limit?: number
  /** The number to leave out first. */
  skip?: number
}

export type ReportOptions = {
  /** Does a rule fail where its verdict would be advice? Default: false. */
  strict?: boolean
}
