/** The bytes that all accounts hold, as they were after the last entry of each. */
export class HeldBytes {
  readonly #byName = new Map<string, number>()
  #sum = 0

  set(name: string, bytes: number): void {
    this.delete(name)
    this.#byName.set(name, bytes)
    this.#sum += bytes
  }

  delete(name: string): void {
    this.#sum -= this.#byName.get(name) ?? 0
    this.#byName.delete(name)
  }

  /** The sum for all but one account. */
  without(name: string): number {
    return this.#sum - (this.#byName.get(name) ?? 0)
  }
}
