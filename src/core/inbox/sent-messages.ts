import type { PerformedEntry } from '../../contract/history/entry.ts'
import { limits } from '../../contract/limits.ts'
import type { Mail } from '../../contract/control/control-shapes.ts'
import { valueBytes } from '../sizes/bytes.ts'

/** A message as it was sent: each byte is a character. */
export type SentMessage = Pick<Mail, 'headers' | 'attachments'> & { raw: string }

/** The messages of forwarded mails as they were sent. Beyond the limit, the oldest are left out. */
export class SentMessages {
  readonly #byDelivery = new Map<PerformedEntry, SentMessage>()
  #bytes = 0

  keep(delivery: PerformedEntry, message: SentMessage): void {
    this.#byDelivery.set(delivery, message)
    this.#bytes += sizeOf(delivery, message)
    for (const [oldest, kept] of this.#byDelivery) {
      if (this.#bytes <= limits.keptMailBytes.value) break
      this.#byDelivery.delete(oldest)
      this.#bytes -= sizeOf(oldest, kept)
    }
  }

  find(delivery: PerformedEntry): SentMessage | undefined {
    return this.#byDelivery.get(delivery)
  }
}

/** With its delivery, which the history may have dropped. */
function sizeOf(delivery: PerformedEntry, { raw, ...parts }: SentMessage): number {
  return raw.length + valueBytes(delivery.arguments) + valueBytes(parts)
}
