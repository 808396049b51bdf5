import { msOf } from '../../contract/history/entry-types.ts'
import type { Entry } from '../../contract/history/entry.ts'
import { limits } from '../../contract/limits.ts'
import type { Mail } from '../../contract/control/control-shapes.ts'
import type { Account } from '../account/account.ts'
import { isDelivered, type DeliveredMail } from '../record/delivered-mail.ts'
import type { History } from '../record/history.ts'
import { readOnce, searchedTexts, standingDeliveries, toMail, whyNotArrived } from './inbox.ts'
import { SentMessages, type SentMessage } from './sent-messages.ts'

/** A filter of mails; one must match every field that is set. */
export type MailFilter = {
  to?: string | undefined
  text?: string | undefined
  /** Only mails after the entry of the history with this order. */
  afterOrder?: number | undefined
  /** Only mails at and after this time of the account, in ms. */
  sinceMs?: number | undefined
}

/** A mail, with the message as it was sent if that is kept. */
export type ReceivedMail = { mail: Mail; delivery: DeliveredMail; sent: SentMessage | undefined }

/** All histories, which tell of each entry that is added. */
interface Source {
  onAdded(listener: (entry: Entry) => void): void
}

/** The most mails that are named although nobody asked for them. */
const TOLD = 3

/**
 * The inboxes of the owners of all accounts. They are no state of their own: an inbox shows the deliveries in the
 * history that were forwarded and not taken back, so a replay, an undo and cleared requests need no rule for it.
 */
export class Inboxes {
  readonly #sent = new SentMessages()
  /** Order of the last entry when an inbox was emptied. */
  readonly #emptiedAt = new WeakMap<History, number>()

  constructor(histories: Source) {
    // Each one as it arrives: whoever opens an inbox does not wait until all of them are read.
    histories.onAdded((entry) => {
      if (isDelivered(entry) && entry.result.outcome === 'forwarded') readOnce(entry)
    })
  }

  /** The last mails that arrived and match, oldest first, and the number of those before them. */
  find(account: Account, filter: MailFilter = {}): { mails: Mail[]; leftOut: number } {
    const { shown, leftOut } = this.#select(account, filter)
    return { mails: shown.map((entry) => toMail(entry, this.#sent.find(entry))), leftOut }
  }

  /** One mail by its id; undefined if it is not among those that `find` gives. */
  get(account: Account, id: string): ReceivedMail | undefined {
    const delivery = this.#select(account).shown.find((entry) => entry.id === id)
    if (!delivery) return undefined
    const sent = this.#sent.find(delivery)
    return { mail: toMail(delivery, sent), delivery, sent }
  }

  #select(account: Account, filter: MailFilter = {}) {
    const found: DeliveredMail[] = []
    const { afterOrder, sinceMs } = filter
    for (const entry of this.#deliveries(account, afterOrder)) {
      if (sinceMs !== undefined && msOf(entry.at) < sinceMs) break
      if (entry.result.outcome !== 'forwarded') continue
      if (isTo(entry, filter) && hasText(entry, filter)) found.push(entry)
    }
    const shown = found.slice(0, limits.shown.value).toReversed()
    return { shown, leftOut: found.length - shown.length }
  }

  /** The last mails of an inbox, and the last that did not arrive, each as a few words. */
  tellOthers(account: Account, { afterOrder, sinceMs }: MailFilter = {}): string[] {
    return [
      ...this.#select(account, { afterOrder, sinceMs })
        .shown.slice(-TOLD)
        .map(readOnce)
        .map(
          ({ id, to, subject }) =>
            `${id} to ${to} came, with the subject ${JSON.stringify(subject)}`,
        ),
      ...whyNotArrived(this.#deliveries(account, afterOrder), TOLD),
    ]
  }

  /** Keeps the message of a delivery, if it was forwarded. */
  keep(delivery: DeliveredMail, message: SentMessage): void {
    if (delivery.result.outcome === 'forwarded') this.#sent.keep(delivery, message)
  }

  /** Empties an inbox. What was delivered stays in the history. */
  empty({ history }: Account): void {
    this.#emptiedAt.set(history, history.entries().at(-1)?.order ?? 0)
  }

  #deliveries({ history }: Account, afterOrder = 0): Generator<DeliveredMail> {
    return standingDeliveries(history, Math.max(afterOrder, this.#emptiedAt.get(history) ?? 0))
  }
}

/** A suffix after a plus does not hide a mail from whoever asks for its alias. */
function isTo({ arguments: args, result }: DeliveredMail, { to }: MailFilter): boolean {
  if (to === undefined) return true
  const sent = args.to
  const domain = sent.slice(sent.lastIndexOf('@'))
  const asked = to.toLowerCase()
  return [sent, `${result.alias}${domain}`].some((each) => each.toLowerCase() === asked)
}

function hasText(entry: DeliveredMail, { text }: MailFilter): boolean {
  if (text === undefined) return true
  const part = text.toLowerCase()
  return searchedTexts(entry).some((each) => each.includes(part))
}
