import { boundText, keptBounds } from '../contract/bounds.ts'

type Holder = { readonly bytes: number }

/** What all accounts of a sandbox may hold together: aliases, removed addresses, start scenarios. */
export class ContentBudget {
  readonly #max: number
  #bytes = 0

  constructor(max: number = keptBounds.contentBytes.max) {
    this.#max = max
  }

  get bytes(): number {
    return this.#bytes
  }

  add(bytes: number): void {
    this.#bytes += bytes
  }

  /** Is there room for so many bytes more in `holder`, which may take the place of another that is counted? */
  hasRoomFor(holder: Holder, bytes: number, held: Holder | undefined): boolean {
    // What is being made does not count yet.
    const own = held === holder ? 0 : holder.bytes - (held?.bytes ?? 0)
    return this.hasRoom(own + bytes)
  }

  hasRoom(bytes: number): boolean {
    return this.#bytes + bytes <= this.#max
  }
}

export const CONTENT_FULL = `this sandbox (not the service that it imitates) holds ${boundText(keptBounds.contentBytes)} of accounts and aliases; delete accounts or reset some`
