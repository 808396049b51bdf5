/** The time by which a sandbox lives. Accounts derive their clocks from it, and clients feel it as delays. */
export interface MachineClock {
  /** Milliseconds since 1970. */
  now(): number
  /**
   * Calls `act` after `ms`, unless the returned function is called first. `Infinity` is for what ends only
   * when the client leaves.
   */
  after(ms: number, act: () => void): () => void
}
