import { boundText } from '../../contract/bound.ts'
import { storedBounds } from '../../contract/bounds.ts'
import { refuse } from '../../contract/action-error.ts'

export type ContentLimits = {
  /** What all accounts may hold together, in bytes. */
  contentBytes: number
  /** How much of it calls of `/v1` may add since the owner of the sandbox changed something. */
  addedBytes: number
}

type Holder = { readonly bytes: number }

const usualLimits: ContentLimits = {
  contentBytes: storedBounds.contentBytes.max,
  addedBytes: storedBounds.addedBytes.max,
}

/**
 * What all accounts of a sandbox may hold together: aliases, removed addresses, start scenarios.
 * Clients alone may not fill it: what its owner asks for needs the larger part of the room.
 */
export class ContentBudget {
  readonly #limits: ContentLimits
  #bytes = 0
  /** What there was when the owner changed something last; less, when it has shrunk since. */
  #base = 0
  #isOwner = false

  constructor(limits: ContentLimits = usualLimits) {
    this.#limits = limits
  }

  get bytes(): number {
    return this.#bytes
  }

  add(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes < this.#base) this.#base = this.#bytes
  }

  /** Does what the owner of the sandbox asks for; a refusal changes nothing. */
  asOwner<T>(change: () => T): T {
    const before = this.#isOwner
    this.#isOwner = true
    try {
      const result = change()
      this.#base = this.#bytes
      return result
    } finally {
      this.#isOwner = before
    }
  }

  /**
   * Why there is no room for so many bytes more in `holder`, which may take the place of another that
   * is counted; undefined when there is.
   */
  whyNoRoomFor(holder: Holder, bytes: number, held: Holder | undefined): string | undefined {
    // What is being made does not count yet.
    const own = held === holder ? 0 : holder.bytes - (held?.bytes ?? 0)
    return this.whyNoRoom(own + bytes)
  }

  /** @throws ActionError 409 when there is no room for so many bytes more. */
  requireRoom(bytes: number): void {
    const full = this.whyNoRoom(bytes)
    if (full !== undefined) refuse(full)
  }

  whyNoRoom(bytes: number): string | undefined {
    const sum = this.#bytes + bytes
    const { contentBytes, addedBytes } = this.#limits
    if (sum > contentBytes) {
      return `this sandbox (not the service that it imitates) holds all that it may, ${text(contentBytes)} of accounts and aliases; delete accounts or reset some`
    }
    if (this.#isOwner || sum <= this.#base + addedBytes) return undefined
    return `calls of /v1 may add ${text(addedBytes)} to this sandbox (not the service that it imitates) until the control API changes something; delete accounts or reset some`
  }
}

function text(bytes: number): string {
  return boundText({ max: bytes, unit: 'bytes' })
}
