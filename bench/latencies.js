/** A histogram of latencies in steps of 10 µs, up to one second. */
export class Latencies {
  #steps = new Uint32Array(100_001)
  count = 0

  add(ms) {
    this.#steps[Math.min(100_000, Math.round(ms * 100))] += 1
    this.count += 1
  }

  /** The latency in ms that this share of the calls did not exceed. */
  quantile(share) {
    let left = this.count * share
    return this.#steps.findIndex((calls) => (left -= calls) <= 0) / 100
  }
}
