import type { DocumentedDetail } from '../contract/outcomes.ts'
import { mailReasons } from './mail-reasons.ts'
import { outcomeLabel } from './outcomes.ts'
import { rowOf } from './row-of.ts'

/** Details that show only inside a call; the report counts them as it counts outcomes. */
const details: Readonly<Record<DocumentedDetail, string>> = {
  created_with_expiry: 'Alias created that expires',
  created_single_use: 'Single-use alias created',
  listed_with_limit: 'Aliases listed, so many at a time',
  listed_next_page: 'Next page listed',
}

/** The outcomes of mails; the report counts them, too. */
const mails: Readonly<Record<string, string>> = {
  mail_forwarded: 'Mail forwarded',
  ...Object.fromEntries(
    Object.entries(mailReasons).map(([reason, why]) => [
      `mail_${reason}`,
      `Mail not forwarded: ${why}`,
    ]),
  ),
}

/** Returns the label of a row of the coverage: an outcome, a detail of one, or an outcome of a mail. */
export function coverageLabel(outcome: string): string {
  return rowOf(details, outcome) ?? rowOf(mails, outcome) ?? outcomeLabel(outcome)
}
