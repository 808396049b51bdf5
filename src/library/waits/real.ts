/** The functions of Node that are replaced while waits are skipped. This module is loaded while they are Node's own. */
const { setTimeout, setInterval, clearTimeout, setImmediate, AbortSignal, performance } = globalThis
const { now } = Date

export const real = {
  setTimeout,
  setInterval,
  clearTimeout,
  setImmediate,
  timeoutSignal: AbortSignal.timeout.bind(AbortSignal),
  /** Milliseconds since 1970. */
  dateNow: now,
  performanceNow: performance.now.bind(performance),
}
