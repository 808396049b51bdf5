import type { ActionArguments } from '../../contract/actions.ts'
import type { Mail } from '../../contract/control/control-shapes.ts'
import { inputBounds } from '../../contract/values/bounds.ts'
import type { Delivery } from '../actions/deliver-mail.ts'
import type { Account } from '../account/account.ts'
import { toIso } from '../clock/times.ts'
import { toHistoryId, type ActionEntry } from '../record/history-entry.ts'
import { standingEntries } from '../record/standing-entries.ts'
import { codesIn, linksIn, toPlainText } from './mail-content.ts'

/**
 * The inbox of the owner of an account. It is no state of its own: it shows the deliveries in the history that were
 * forwarded and not taken back. So a replay, a rewind and a cleared journal need no rule for it.
 */

/** Which mails are asked for; one must match every field that is set. */
export type MailFilter = {
  to?: string | undefined
  text?: string | undefined
  /** Only mails after this one, by its id. */
  after?: string | undefined
}

type Sent = ActionArguments<'deliver_mail'>
type Delivered = ActionEntry & { arguments: Sent; result: Delivery & object }

/** The mails that arrived and match, oldest first. */
export function findMails(account: Account, filter: MailFilter = {}): Mail[] {
  const found: Mail[] = []
  for (const entry of deliveries(account)) {
    if (toHistoryId(entry) === filter.after || found.length === inputBounds.inboxMails.max) break
    if (entry.result.outcome !== 'forwarded') continue
    const mail = toMail(entry)
    if (isWanted(mail, filter)) found.push(mail)
  }
  return found.toReversed()
}

/** The mails that did not arrive, oldest first, each as a few words: `act_3 to x@y.example: suspended, refused (550 5.7.1)`. */
export function whyOthersDidNotArrive(account: Account, { after }: MailFilter, most: number) {
  const told: string[] = []
  for (const entry of deliveries(account)) {
    const id = toHistoryId(entry)
    if (id === after || told.length === most) break
    const { outcome, reason, smtp } = entry.result
    if (outcome === 'forwarded') continue
    const heard = outcome === 'refused' ? ` (${smtp})` : ''
    told.push(`${id} to ${entry.arguments.to} was ${outcome}${heard}: ${reason}`)
  }
  return told.toReversed()
}

/** The deliveries that were not taken back, the last one first. */
function* deliveries({ history }: Account): Generator<Delivered> {
  for (const entry of standingEntries(history)) {
    if (entry.type !== 'action' || entry.action !== 'deliver_mail' || entry.result === null)
      continue
    yield entry as Delivered
  }
}

function isWanted(mail: Mail, { to, text }: MailFilter): boolean {
  const has = (field: string, part: string) => field.toLowerCase().includes(part.toLowerCase())
  if (to !== undefined && mail.to.toLowerCase() !== to.toLowerCase()) return false
  return text === undefined || [mail.subject, mail.text, mail.from].some((each) => has(each, text))
}

function toMail(entry: Delivered): Mail {
  const { to, from = SOMEBODY, subject = '', text, html = '' } = entry.arguments
  const plain = text ?? toPlainText(html)
  return {
    id: toHistoryId(entry),
    at: toIso(entry.accountMs),
    alias: entry.result.alias!,
    to,
    from,
    subject,
    text: plain,
    html,
    codes: codesIn(subject, plain),
    links: linksIn(plain, html),
  }
}

/** Whoever sends a mail without a sender. */
const SOMEBODY = 'sender@example.com'
