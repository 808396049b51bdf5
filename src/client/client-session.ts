import type { ControlClient } from './client.ts'
import { SandboxError } from './error.ts'

/** Asks a sandbox until the talk is over; from then on every question is refused with the reason. */
export class ClientSession {
  readonly #client: ControlClient
  readonly #parent: ClientSession | undefined
  #over: string | undefined

  constructor(client: ControlClient, parent?: ClientSession) {
    this.#client = client
    this.#parent = parent
  }

  /** A talk that is over with this one, or before it. */
  branch(): ClientSession {
    return new ClientSession(this.#client, this)
  }

  /** Ends the talk, and every branch of it. */
  end(why: string): void {
    this.#over ??= why
  }

  /** @throws SandboxError `closed` when the talk is over, or ends while the question is open. */
  async ask<Answer>(question: (client: ControlClient) => Promise<Answer>): Promise<Answer> {
    this.#refuseIfOver()
    try {
      return await question(this.#client)
    } catch (error) {
      this.#refuseIfOver() // what broke off because we hung up is no failure of the other side
      throw error
    }
  }

  #refuseIfOver(): void {
    if (this.#parent) this.#parent.#refuseIfOver()
    if (this.#over !== undefined) throw new SandboxError('closed', this.#over)
  }
}
