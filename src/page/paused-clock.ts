import type { MachineClock } from '../core/clock/machine-clock.ts'

/** The clock of a session in a page: it stands at the end of what was recorded, and runs on once it is resumed. */
export class PausedClock implements MachineClock {
  readonly #clock: MachineClock
  readonly #endMs: number
  #resumedAt: number | undefined

  constructor(clock: MachineClock, endMs: number) {
    this.#clock = clock
    this.#endMs = endMs
  }

  get isRunning(): boolean {
    return this.#resumedAt !== undefined
  }

  resume(): void {
    this.#resumedAt ??= this.#clock.now()
  }

  now(): number {
    const passed = this.#resumedAt === undefined ? 0 : this.#clock.now() - this.#resumedAt
    return this.#endMs + passed
  }

  after(ms: number, act: () => void): () => void {
    return this.#clock.after(ms, act)
  }
}
