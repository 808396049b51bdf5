import type { ActionArguments } from '../../contract/actions.ts'
import type { Mail } from '../../contract/control/control-shapes.ts'
import { inputBounds } from '../../contract/values/bounds.ts'
import type { Delivery } from '../actions/deliver-mail.ts'
import type { Account } from '../account/account.ts'
import { toIso } from '../clock/times.ts'
import { toHistoryId, type ActionEntry } from '../record/history-entry.ts'
import { standingEntries } from '../record/standing-entries.ts'
import { findCodes } from '../../mail/find-codes.ts'
import { findLinks } from '../../mail/find-links.ts'
import { readHtml } from '../../mail/read-html.ts'

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
    if (entry.result.outcome !== 'forwarded' || !isTo(entry, filter)) continue
    const mail = readMail(entry)
    if (hasText(mail, filter)) found.push(mail)
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

/** What gives an account a new beginning, and an empty inbox. */
const startingOver: readonly string[] = ['reset', 'load_scenario']

/** The deliveries since the account began that were not taken back, the last one first. */
function* deliveries({ history }: Account): Generator<Delivered> {
  for (const entry of standingEntries(history)) {
    if (entry.type !== 'action' || entry.result === null) continue
    if (startingOver.includes(entry.action)) return
    if (entry.action === 'deliver_mail') yield entry as Delivered
  }
}

function isTo({ arguments: { to: sent } }: Delivered, { to }: MailFilter): boolean {
  return to === undefined || sent.toLowerCase() === to.toLowerCase()
}

function hasText({ subject, text: content, from }: Mail, { text }: MailFilter): boolean {
  const part = text?.toLowerCase()
  return (
    part === undefined || [subject, content, from].some((each) => each.toLowerCase().includes(part))
  )
}

/** Those that were read before: who waits for one looks at all of them each time. */
const readBefore = new WeakMap<Delivered, Mail>()

function readMail(entry: Delivered): Mail {
  const known = readBefore.get(entry)
  if (known) return known
  const mail = toMail(entry)
  readBefore.set(entry, mail)
  return mail
}

function toMail(entry: Delivered): Mail {
  const { to, from = SOMEBODY, subject = '', text, html = '' } = entry.arguments
  const content = readHtml(html)
  const plain = text ?? content.text.trim()
  return {
    id: toHistoryId(entry),
    at: toIso(entry.accountMs),
    alias: entry.result.alias!,
    to,
    from,
    subject,
    text: plain,
    html,
    codes: findCodes(subject, plain),
    links: findLinks(plain, content.links, text !== undefined),
  }
}

/** Whoever sends a mail without a sender. */
const SOMEBODY = 'sender@example.com'
