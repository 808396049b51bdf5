import type { ControlClient } from './client.ts'
import { refuseBareDurations } from './durations.ts'
import type { MailFilter, MailWait } from './filters.ts'
import type { Mail } from './types.ts'

/** The owner's inbox of one account: the mails that the service forwarded. */
export class Inbox {
  readonly #client: ControlClient
  readonly #account: string

  /** @internal */
  constructor(client: ControlClient, account: string) {
    this.#client = client
    this.#account = account
  }

  /** Returns the mails, oldest first: at most the last 200, or those of them that match. */
  async list(filter: MailFilter = {}): Promise<Mail[]> {
    const asked = { account: this.#account, query: filter }
    return (await this.#client.ask('GET inbox', asked)).mails
  }

  /** Returns one mail. @throws SandboxError `not_found` */
  get(id: string): Promise<Mail> {
    return this.#client.ask('GET inbox/:id', { account: this.#account, id })
  }

  /**
   * Returns the message as it was sent, after the lines `Delivered-To` and `X-Alias`.
   *
   * @throws SandboxError `not_found`, also for a mail that was delivered by its fields.
   */
  raw(id: string): Promise<Uint8Array> {
    return this.#client.askBytes('GET inbox/:id/raw', { account: this.#account, id })
  }

  /** Returns the content of an attachment; the first is 1. @throws SandboxError `not_found` */
  attachment(id: string, number: number): Promise<Uint8Array> {
    const asked = { account: this.#account, id, number: String(number) }
    return this.#client.askBytes('GET inbox/:id/attachments/:number', asked)
  }

  /** Empties the inbox, so that no later test finds these mails. The history keeps them. */
  async clear(): Promise<void> {
    await this.#client.ask('DELETE inbox', { account: this.#account })
  }

  /**
   * Waits for the first mail that matches; returns at once if it is there already.
   *
   * @throws SandboxError `timeout` when none came within `timeout` of real time (default: 5 s); it names the mails that
   * came, and why others did not arrive.
   * @example
   * const mail = await account.inbox.waitFor({ to: alias.address })
   * await signUp.confirm(mail.codes[0])
   */
  async waitFor(filter: MailWait = {}): Promise<Mail> {
    refuseBareDurations(filter)
    return this.#client.ask('GET inbox/wait', { account: this.#account, query: filter })
  }
}
