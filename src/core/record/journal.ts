import type { Dropped } from '../../contract/control/control-shapes.ts'
import type { Entry } from './entry.ts'

/** The history that a journal is a view of. */
interface Source {
  readonly nextCall: number
  readonly forgotten: number
  readonly dropped: Readonly<Dropped>
  calls(): Entry[]
  clearJournal(): void
}

/** The latest calls of an account since its journal was cleared: a view of its history. */
export class Journal {
  readonly #history: Source

  constructor(history: Source) {
    this.#history = history
  }

  /** Number of the next entry. */
  get next(): number {
    return this.#history.nextCall
  }

  /** Number of entries that were dropped or cleared. */
  get forgotten(): number {
    return this.#history.forgotten
  }

  /** Number of dropped entries by reason, without cleared ones. */
  get dropped(): Readonly<Dropped> {
    return this.#history.dropped
  }

  /** Number of the oldest entry, or of the next one when the journal is empty. */
  get oldest(): number {
    return this.#history.forgotten + 1
  }

  /** Oldest first. */
  entries(): readonly Entry[] {
    return this.#history.calls()
  }

  find(number: number): Entry | undefined {
    return this.entries().find((entry) => entry.number === number)
  }

  /** Clears the journal. Numbering continues, so that a number never refers to two entries. */
  clear(): void {
    this.#history.clearJournal()
  }
}
