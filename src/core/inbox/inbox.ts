import type { Mail } from '../../contract/control/control-shapes.ts'
import { isAction } from '../../contract/history/entry-types.ts'
import { ANY_TYPE } from '../../contract/values/any-type.ts'
import { findCodes } from '../../mail/find-codes.ts'
import { findLinks } from '../../mail/find-links.ts'
import { readHtml } from '../../mail/read-html.ts'
import { isDelivered, type DeliveredMail } from '../record/delivered-mail.ts'
import type { History } from '../record/history.ts'
import { standingEntries } from '../record/standing-entries.ts'
import type { SentMessage } from './sent-messages.ts'

/** The actions that give an account a new beginning, and an empty inbox, as another state does. */
const startingOver: readonly string[] = ['reset', 'load_scenario']
/** Reasons of a start after which the account goes on as it was. */
const goingOn: readonly string[] = ['rolled_back', 'restored']

/**
 * The deliveries since the account began, and after the entry of this order, that were not taken back; the last
 * one first.
 */
export function* standingDeliveries(history: History, order: number): Generator<DeliveredMail> {
  for (const entry of standingEntries(history)) {
    if (entry.order <= order) return
    if (entry.type === 'start' && !goingOn.includes(entry.reason)) return
    if (!isAction(entry) || entry.result === undefined) continue
    if (startingOver.includes(entry.action)) return
    if (isDelivered(entry)) yield entry
  }
}

/** The mails that did not arrive, oldest first, each as a few words: `mail_3 to x@y.example: suspended, refused (550 5.7.1)`. */
export function whyNotArrived(deliveries: Iterable<DeliveredMail>, most: number) {
  const told: string[] = []
  for (const entry of deliveries) {
    if (told.length === most) break
    const { outcome, reason, smtp } = entry.result
    if (outcome === 'forwarded') continue
    const heard = outcome === 'refused' ? ` (${smtp})` : ''
    told.push(`${entry.id} to ${entry.arguments.to} was ${outcome}${heard}: ${reason}`)
  }
  return told.toReversed()
}

/** The fields of a mail that its delivery has; the others are only in the message as it was sent. */
type DeliveryPart = Omit<Mail, 'headers' | 'raw_bytes'>

const readBefore = new WeakMap<DeliveredMail, DeliveryPart>()

/** Reads a delivery once. It takes long: some ms for a long text. */
export function readOnce(entry: DeliveredMail): DeliveryPart {
  let read = readBefore.get(entry)
  if (!read) readBefore.set(entry, (read = readDelivery(entry)))
  return read
}

const loweredBefore = new WeakMap<DeliveredMail, readonly string[]>()

/** The texts that a mail is searched for, in lower case: made once for all who search. */
export function searchedTexts(entry: DeliveredMail): readonly string[] {
  let texts = loweredBefore.get(entry)
  if (!texts) {
    const { subject, text, from } = readOnce(entry)
    texts = [subject, text, from].map((each) => each.toLowerCase())
    loweredBefore.set(entry, texts)
  }
  return texts
}

/** A mail as the owner sees it. */
export function toMail(entry: DeliveredMail, sent: SentMessage | undefined): Mail {
  const read = readOnce(entry)
  if (!sent) return { ...read, headers: [], raw_bytes: null }
  const { headers, attachments, raw } = sent
  return { ...read, attachments, headers, raw_bytes: raw.length }
}

function readDelivery(entry: DeliveredMail): DeliveryPart {
  const { to, from = '', subject = '', text = '', html = '', attachments = [] } = entry.arguments
  const content = readHtml(html)
  const shown = content.text.trim()
  const hasText = /\S/.test(text)
  const plain = hasText ? text : shown
  return {
    id: entry.id,
    at: entry.at,
    alias: entry.result.alias!,
    to,
    from,
    subject,
    text: plain,
    html,
    codes: codesOf(subject, shown, plain),
    links: findLinks(plain, content.links, hasText),
    attachments: attachments.map((each) => ({
      name: each.name,
      type: each.type ?? ANY_TYPE,
      size: sizeOfBase64(each.content),
    })),
  }
}

/** RFC 2046, 5.1.4: programs show the last form of a mail that they can, its HTML; the text says less at times. */
function codesOf(subject: string, shown: string, plain: string): string[] {
  const codes = findCodes(subject, shown)
  return codes.length > 0 || shown === plain ? codes : findCodes(subject, plain)
}

/** The number of bytes that a text in base64 stands for. */
function sizeOfBase64(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return (text.length / 4) * 3 - padding
}
