import type { Dropped } from '../../contract/control/control-shapes.ts'
import type { Entry, RequestEntry } from '../../contract/history/entry.ts'
import { numberOf } from '../../contract/history/entry-types.ts'

/** The history that a request log is a view of. */
interface Source {
  /** Number of the next call. */
  readonly nextCall: number
  entries(): readonly Entry[]
}

/** The latest calls of an account since its requests were cleared: a view of its history. */
export class RequestLog {
  readonly #history: Source
  readonly #maxCalls: number
  /** Number of the oldest call that it shows, or of the next one when it is empty. */
  #oldest: number
  #clearedTo = 0
  #dropped = noneDropped()

  constructor(history: Source, maxCalls: number) {
    this.#history = history
    this.#maxCalls = maxCalls
    this.#oldest = history.nextCall
  }

  // ── reading ──

  /** Number of the next entry. */
  get next(): number {
    return this.#history.nextCall
  }

  /** Number of the oldest entry, or of the next one when the request log is empty. */
  get oldest(): number {
    return this.#oldest
  }

  /** The order up to which it was cleared. */
  get clearedTo(): number {
    return this.#clearedTo
  }

  /** Number of entries that were dropped or cleared. */
  get forgotten(): number {
    return this.#oldest - 1
  }

  /** Number of entries that were dropped, by reason, without cleared ones. The history may still have them. */
  get dropped(): Readonly<Dropped> {
    return this.#dropped
  }

  /** Oldest first. */
  entries(): RequestEntry[] {
    return this.#history
      .entries()
      .filter((entry) => entry.type === 'call')
      .filter((call) => this.#shows(call))
  }

  find(id: string): RequestEntry | undefined {
    return this.entries().find((entry) => entry.id === id)
  }

  /** The entries that the report judges: the calls that the request log shows, and all between them. */
  judged(): readonly Entry[] {
    return this.#history
      .entries()
      .filter(
        (entry) => entry.order > this.#clearedTo && (entry.type !== 'call' || this.#shows(entry)),
      )
  }

  #shows(call: RequestEntry): boolean {
    return numberOf(call) >= this.#oldest
  }

  // ── forgetting ──

  /** Clears it; the history stays. Numbering continues, so that a number never refers to two entries. */
  clear(): void {
    this.#oldest = this.next
    this.#clearedTo = this.#history.entries().at(-1)?.order ?? 0
    this.#dropped = noneDropped()
  }

  /** Calls were added: shows the newest ones. */
  hideOldest(): void {
    while (this.next - this.#oldest > this.#maxCalls) {
      this.#oldest += 1
      this.#dropped.entries += 1
    }
  }

  /** The history drops its oldest call. Was it shown? */
  drop(call: RequestEntry): boolean {
    const isShown = this.#shows(call)
    if (isShown) {
      this.#oldest = numberOf(call) + 1
      this.#dropped.bytes += 1
    }
    return isShown
  }

  /** Shows the newest calls after this order. */
  showAfter(clearedTo: number): void {
    this.#clearedTo = clearedTo
    this.#oldest = 0
    const first = this.entries().find(({ order }) => order > clearedTo)
    this.#oldest = first ? numberOf(first) : this.next
    this.hideOldest()
  }
}

export function noneDropped(): Dropped {
  return { entries: 0, bytes: 0 }
}
