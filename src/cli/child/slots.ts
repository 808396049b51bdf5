/** Lets a number of tasks run at a time; the others wait in the order in which they came. */
export class Slots {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(count: number) {
    this.#free = count
  }

  /** Resolves with the function that gives the slot back. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return () => {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
