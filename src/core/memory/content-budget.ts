import { boundText } from '../../contract/values/bound.ts'
import { storedBounds } from '../../contract/values/bounds.ts'
import { refuse } from '../../contract/control/action-error.ts'

export type ContentLimits = {
  /** Maximum for all accounts together, in bytes. */
  contentBytes: number
  /** How many bytes `/v1` calls may add after the owner's last change. */
  addedBytes: number
}

/** An account, which is weighed as it is now. */
interface Weighed {
  readonly name: string
  readonly weight: number
  /** Frees what it keeps only to start again faster. */
  giveUpStart(): void
}

const usualLimits: ContentLimits = {
  contentBytes: storedBounds.contentBytes.max,
  addedBytes: storedBounds.addedBytes.max,
}

/**
 * Limits what all accounts weigh together. `/v1` calls alone cannot fill it, so that most of the space
 * remains for the owner's changes. An account is weighed after each change; nothing is counted on the way.
 */
export class ContentBudget {
  readonly #limits: ContentLimits
  readonly #accounts: () => readonly Weighed[]
  /** Weights of the accounts by name, as last weighed, and their sum. */
  #weights = new Map<string, number>()
  #bytes = 0
  /** The sum after the owner's last change, or less if the content has shrunk since. */
  #base = 0
  #isOwner = false

  constructor(accounts: () => readonly Weighed[], limits: ContentLimits = usualLimits) {
    this.#accounts = accounts
    this.#limits = limits
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Call it after each change of an account. */
  weigh({ name, weight }: Weighed): void {
    this.#set(this.#without(name) + weight)
    this.#weights.set(name, weight)
  }

  /** Call it when an account is gone. */
  forget(name: string): void {
    this.#set(this.#without(name))
    this.#weights.delete(name)
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
   * Why an account cannot grow by this many bytes; undefined when it can. It takes the place of the account
   * of the same name. What accounts keep only to be reset faster is given up first.
   */
  whyNoRoomFor(account: Weighed, bytes: number): string | undefined {
    const find = () => this.#whyNoRoom(this.#without(account.name) + account.weight + bytes)
    if (find() === undefined) return undefined
    for (const other of this.#accounts()) {
      other.giveUpStart()
      this.weigh(other)
    }
    return find()
  }

  /** @throws ActionError 409 when there is no room for an account. */
  requireRoomFor(account: Weighed): void {
    const full = this.whyNoRoomFor(account, 0)
    if (full !== undefined) refuse('no_room', full)
  }

  /** @throws ActionError 409 when these accounts may not take the place of all others. */
  requireRoomForAll(accounts: readonly Weighed[]): void {
    const full = this.#whyNoRoom(accounts.reduce((sum, { weight }) => sum + weight, 0))
    if (full !== undefined) refuse('no_room', full)
  }

  #without(name: string): number {
    return this.#bytes - (this.#weights.get(name) ?? 0)
  }

  #set(bytes: number): void {
    this.#bytes = bytes
    if (bytes < this.#base) this.#base = bytes
  }

  #whyNoRoom(sum: number): string | undefined {
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
