import type { ControlClient } from './client.ts'
import { SandboxError } from './error.ts'
import type { FaultView } from '../contract/control/control-shapes.ts'
import type { FaultKind } from './types.ts'

/** The codes of what is asked of a fault that is no longer there, or of an account. */
const GONE: readonly string[] = ['not_found', 'closed']

/**
 * A fault that was armed with `account.fail`.
 *
 * @example
 * await using outage = await account.fail('outage', { times: 'always' })
 * expect(await outage.hits()).toBe(0)
 */
export class ArmedFault {
  readonly id: string
  readonly kind: FaultKind
  readonly #client: ControlClient
  readonly #account: string

  /** @internal */
  constructor(client: ControlClient, account: string, { id, kind }: FaultView) {
    this.#client = client
    this.#account = account
    this.id = id
    this.kind = kind
  }

  /** Returns how many requests it was applied to so far. Works after the fault is over, too. */
  async hits(): Promise<number> {
    return (await this.#view()).hits
  }

  /** Returns whether it can still be applied to requests. */
  async isArmed(): Promise<boolean> {
    return (await this.#view()).state === 'armed'
  }

  /** Disarms it; no effect if it is over already, or gone with an undo, a reset or the account. */
  async clear(): Promise<void> {
    const asked = { account: this.#account, action: 'clear_faults', body: { id: this.id } }
    try {
      await this.#client.ask('POST actions/:action', asked)
    } catch (error) {
      if (!(error instanceof SandboxError && GONE.includes(error.code))) throw error
    }
  }

  /** Disarms it at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.clear()
  }

  #view(): Promise<FaultView> {
    return this.#client.ask('GET faults/:id', { account: this.#account, id: this.id })
  }
}
