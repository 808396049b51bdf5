import type { ControlClient } from './client.ts'
import type { Fetch } from './client-options.ts'
import { SandboxError } from './error.ts'

/** Sends requests to a sandbox until the session ends; after that, every request fails with the reason. */
export class ClientSession {
  readonly #client: ControlClient
  readonly #parent: ClientSession | undefined
  #over: string | undefined

  constructor(client: ControlClient, parent?: ClientSession) {
    this.#client = client
    this.#parent = parent
  }

  /** Creates a session that ends with this one, or earlier. */
  branch(): ClientSession {
    return new ClientSession(this.#client, this)
  }

  /** Creates a session that ends with the same parent as this one. */
  sibling(): ClientSession {
    return this.#parent?.branch() ?? this.branch()
  }

  /** Creates a branch that sends its requests in another way. */
  over(fetch: Fetch): ClientSession {
    return new ClientSession(this.#client.over(fetch), this)
  }

  /** Ends the session and all its branches. */
  end(why: string): void {
    this.#over ??= why
  }

  /** Asks a route. @throws SandboxError `closed` when the session has ended, or ends during the request. */
  readonly ask: ControlClient['ask'] = (...asked) =>
    this.#untilOver(() => this.#client.ask(...asked))

  /** Asks a route whose answer is bytes. @throws SandboxError `closed` in the same cases. */
  readonly askBytes: ControlClient['askBytes'] = (...asked) =>
    this.#untilOver(() => this.#client.askBytes(...asked))

  async #untilOver<Answer>(request: () => Promise<Answer>): Promise<Answer> {
    this.#refuseIfOver()
    try {
      return await request()
    } catch (error) {
      this.#refuseIfOver() // the request failed because this side closed, not because of the sandbox
      throw error
    }
  }

  #refuseIfOver(): void {
    if (this.#parent) this.#parent.#refuseIfOver()
    if (this.#over !== undefined) throw new SandboxError('closed', this.#over)
  }
}
