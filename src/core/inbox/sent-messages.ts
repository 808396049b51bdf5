import type { Mail } from '../../contract/control/control-shapes.ts'
import { mailBounds } from '../../contract/values/mail-bounds.ts'
import type { ActionEntry } from '../record/history-entry.ts'

/** A message as it was sent: each byte is a character. */
export type SentMessage = Pick<Mail, 'headers' | 'attachments'> & { raw: string }

/** In bytes: what it costs to keep one, beside its own. */
const OVERHEAD = 1_000

/** The messages of forwarded mails as they were sent. Beyond the limit, the oldest are left out. */
export class SentMessages {
  readonly #byDelivery = new Map<ActionEntry, SentMessage>()
  #bytes = 0

  keep(delivery: ActionEntry, message: SentMessage): void {
    this.#byDelivery.set(delivery, message)
    this.#bytes += weightOf(message)
    for (const [oldest, kept] of this.#byDelivery) {
      if (this.#bytes <= mailBounds.sentMailBytes.max) break
      this.#byDelivery.delete(oldest)
      this.#bytes -= weightOf(kept)
    }
  }

  find(delivery: ActionEntry): SentMessage | undefined {
    return this.#byDelivery.get(delivery)
  }
}

function weightOf({ raw }: SentMessage): number {
  return raw.length + OVERHEAD
}
