import { mailReasons } from '../../../words/mail-reasons.ts'
import type { Entry, Mail } from '../../service/types.ts'

/** A mail that was sent to an alias. */
export type MailRow = {
  id: string
  at: string
  to: string
  /** Absent if it did not get into the inbox. */
  mail?: Mail
  /** The reason why it was not forwarded. */
  reason?: string
}

/** A mail that was not forwarded, as the history has it. */
type FailedMail = Extract<Entry, { type: 'mail' }> & {
  arguments: { to: string }
  result: { outcome: string; reason: keyof typeof mailReasons; smtp: string }
}

/** The mails of the inbox, and those of the history that did not arrive and were not undone; the last one first. */
export function toRows(
  mails: readonly Mail[],
  entries: readonly Entry[],
  takenBack: ReadonlySet<number>,
): readonly MailRow[] {
  const failed = entries.filter(isFailed).filter(({ order }) => !takenBack.has(order))
  const rows = [
    ...mails.map((mail) => ({ id: mail.id, at: mail.at, to: mail.to, mail })),
    ...failed.map((entry) => ({ ...entry, to: entry.arguments.to, reason: reasonOf(entry) })),
  ]
  return rows.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || numberOf(b) - numberOf(a))
}

function isFailed(entry: Entry): entry is FailedMail {
  return entry.type === 'mail' && entry.result !== undefined && entry.result.outcome !== 'forwarded'
}

function reasonOf({ result: { outcome, reason, smtp } }: FailedMail): string {
  return `${mailReasons[reason]} (${outcome === 'dropped' ? 'dropped silently' : smtp})`
}

/** `mail_12` is later than `mail_9` at the same moment. */
function numberOf({ id }: { id: string }): number {
  return Number(id.slice(id.indexOf('_') + 1))
}
