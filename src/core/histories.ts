import type { Entry } from '../contract/history/entry.ts'
import type { Snapshot } from './account/snapshot.ts'
import type { Report } from './contain.ts'
import { Listeners } from './account/listeners.ts'
import { History } from './record/history.ts'
import type { EntryCounts } from './record/kept-entries.ts'

/** The numbers of what a server has counted: of its events, in their order, and of its connections. */
export type ServerCounts = { events: number; connections: number }

/** The histories of a sandbox: one order, one bound on their bytes, and those who listen to them. */
export class Histories {
  readonly #maxCalls: number
  readonly #maxBytes: number
  readonly #all = new Set<History<Snapshot>>()
  readonly #counted: EntryCounts = { lastOrder: 0, bytes: 0 }
  /** The highest numbers in the entries; a server counts on from them. */
  readonly served: ServerCounts = { events: 0, connections: 0 }
  readonly #added: Listeners<[entry: Entry]>
  readonly #forgotten: Listeners<[account: string]>

  /** `maxBytes` holds for all histories together; `onCrash` receives the error of a failing listener. */
  constructor(maxCalls: number, maxBytes: number, onCrash: Report) {
    this.#maxCalls = maxCalls
    this.#maxBytes = maxBytes
    this.#added = new Listeners(onCrash)
    this.#forgotten = new Listeners(onCrash)
  }

  make(account: string): History<Snapshot> {
    const history: History<Snapshot> = new History(account, {
      maxCalls: this.#maxCalls,
      counted: this.#counted,
      trim: () => this.#trim(),
      onAdded: (entry) => this.#added.notify(entry),
      onForgotten: (name) => {
        this.#forgotten.notify(name)
        this.#all.delete(history)
      },
    })
    this.#all.add(history)
    return history
  }

  /** Drops the oldest entries of all, until the rest fits. */
  #trim(): void {
    while (this.#counted.bytes > this.#maxBytes) {
      let oldest: History<Snapshot> | undefined
      for (const each of this.#all) if (each.oldest < (oldest?.oldest ?? Infinity)) oldest = each
      if (!oldest) return
      oldest.dropOldest()
    }
  }

  /** Order of the newest entry of all. */
  get lastOrder(): number {
    return this.#counted.lastOrder
  }

  /** Calls `listener` with every entry as it is added, until it throws or the returned function is called. */
  onAdded(listener: (entry: Entry) => void): () => void {
    return this.#added.add(listener)
  }

  /** Calls `listener` with the name of each account that no longer exists. */
  onForgotten(listener: (account: string) => void): void {
    this.#forgotten.add(listener)
  }
}
