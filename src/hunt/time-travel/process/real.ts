/** The functions of Node that time travel replaces, as they were when this module was loaded. */
const { setTimeout, setInterval, clearTimeout, setImmediate, AbortSignal, performance } = globalThis

export const real = {
  Date,
  /** Milliseconds since 1970. */
  now: Date.now,
  setTimeout,
  setInterval,
  clearTimeout,
  setImmediate,
  timeoutSignal: AbortSignal.timeout.bind(AbortSignal),
  performance,
}

/** How far the account's clock is ahead of the machine's. */
export type Skew = { ms: number }
