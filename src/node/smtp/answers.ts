import { setMaxListeners } from 'node:events'
import { ActionError } from '../../contract/control/action-error.ts'
import { failureMessage, PersistenceError } from '../../core/persistence.ts'
import type { SmtpAnswer } from './smtp-server.ts'

const unreadable = { accepted: false, status: 554, enhanced: '5.6.0' } as const
const unstored = { accepted: false, status: 451, enhanced: '4.3.0' } as const
const stopped: SmtpAnswer = {
  accepted: false,
  status: 421,
  enhanced: '4.3.2',
  message: 'the sandbox stops',
}

/** The answers that are being decided, each of which may change an account. */
export class Answers {
  readonly #stopping = new AbortController()
  readonly #undecided = new Set<Promise<unknown>>()

  constructor() {
    setMaxListeners(0, this.#stopping.signal) // each mail that waits to be read is one
  }

  /** Aborted when the server is about to stop. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** Resolves with the decision, or with a refusal that says why there is none. Rejects with an unexpected error. */
  async give(decide: () => Promise<SmtpAnswer>): Promise<SmtpAnswer> {
    const decided = decide()
    const settled: Promise<unknown> = decided
      .catch(() => undefined)
      .then(() => this.#undecided.delete(settled))
    this.#undecided.add(settled)
    try {
      return await decided
    } catch (error) {
      return refuse(error)
    }
  }

  /** Gives up what would take long. */
  hurry(): void {
    this.#stopping.abort()
  }

  /** Resolves when all answers so far are decided. */
  async decided(): Promise<void> {
    await Promise.all(this.#undecided)
  }
}

/** A text that `deliver_mail` does not take is no mail for this sandbox; a mail that was not stored may come again. */
function refuse(error: unknown): SmtpAnswer {
  if (error instanceof ActionError) return { ...unreadable, message: error.message }
  if (error instanceof PersistenceError) return { ...unstored, message: failureMessage(error) }
  // Or the client has left, and hears nothing.
  if (error instanceof DOMException && error.name === 'AbortError') return stopped
  throw error
}
