import { boundText } from '../../contract/values/bound.ts'
import { storedBounds } from '../../contract/values/bounds.ts'
import { refuse } from '../../contract/control/action-error.ts'

export type ContentLimits = {
  /** Maximum for all accounts together, in bytes. */
  contentBytes: number
  /** How many bytes `/v1` calls may add after the owner's last change. */
  addedBytes: number
}

type Holder = { readonly bytes: number }
/** Something that is counted, and can free memory that it does not need. */
type Counted = { giveUpStart(): void }

const usualLimits: ContentLimits = {
  contentBytes: storedBounds.contentBytes.max,
  addedBytes: storedBounds.addedBytes.max,
}

/**
 * Limits the content of all accounts together: aliases, removed addresses, start scenarios. `/v1`
 * calls alone cannot fill it, so that most of the space remains for the owner's changes.
 */
export class ContentBudget {
  readonly #limits: ContentLimits
  #bytes = 0
  /** Bytes in use after the owner's last change, or fewer if the content has shrunk since. */
  #base = 0
  #isOwner = false
  readonly #counted = new Set<Counted>()

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

  join(counted: Counted): void {
    this.#counted.add(counted)
  }

  leave(counted: Counted): void {
    this.#counted.delete(counted)
  }

  /** Runs a change by the owner of the sandbox; a refusal changes nothing. */
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
   * Why `holder` cannot grow by this many bytes; undefined when it can. It may replace `held`,
   * which is already counted. What accounts keep only to be reset faster is given up first.
   */
  whyNoRoomFor(holder: Holder, bytes: number, held: Holder | undefined): string | undefined {
    const find = () => {
      // A holder under construction is not counted yet.
      const own = held === holder ? 0 : holder.bytes - (held?.bytes ?? 0)
      return this.#whyNoRoom(own + bytes)
    }
    if (find() === undefined) return undefined
    for (const counted of this.#counted) counted.giveUpStart()
    return find()
  }

  /** @throws ActionError 409 when there is no room for `holder`; it may replace `held`. */
  requireRoomFor(holder: Holder, held?: Holder): void {
    const full = this.whyNoRoomFor(holder, 0, held)
    if (full !== undefined) refuse('no_room', full)
  }

  /** @throws ActionError 409 when all accounts together may not have this many bytes. */
  requireTotal(bytes: number): void {
    const full = this.#whyNoRoom(bytes - this.#bytes)
    if (full !== undefined) refuse('no_room', full)
  }

  #whyNoRoom(bytes: number): string | undefined {
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
