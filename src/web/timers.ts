import type { MachineClock } from '../core/clock/machine-clock.ts'

// As they are when the module is loaded: a test that fakes its timers later does not stop a sandbox.
const { setTimeout, clearTimeout, setInterval, clearInterval, Date } = globalThis
const now = Date.now.bind(Date)
const { setImmediate } = globalThis as { setImmediate?: (act: () => void) => void }

/** The longest time of a timer. */
const LONG_MS = 2 ** 31 - 1

/**
 * The machine's clock where there is no port. Somebody waits for what it brings, and an open request keeps a program
 * alive, as one over a port does: the timer of `AbortSignal.timeout` does not.
 */
export const machineClock: MachineClock = {
  now,
  after(ms, act) {
    if (ms === Infinity) {
      const open = setInterval(() => {}, LONG_MS)
      return () => clearInterval(open)
    }
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

/** The clock for what nobody waits for: it keeps no program alive. */
export const idleClock: MachineClock = {
  now,
  after(ms, act) {
    const timer = setTimeout(act, ms) as number | { unref?: () => void }
    if (typeof timer === 'object') timer.unref?.()
    return () => clearTimeout(timer as number)
  },
}

/** Calls back in a turn of its own, so that others are served before. */
export const nextTurn: (act: () => void) => void = setImmediate ?? throughChannel()

/** A browser has no `setImmediate`, and makes a timer wait four milliseconds. */
function throughChannel(): (act: () => void) => void {
  const { port1, port2 } = new MessageChannel()
  const waiting: (() => void)[] = []
  port1.addEventListener('message', () => waiting.shift()?.())
  port1.start()
  return (act) => {
    waiting.push(act)
    port2.postMessage(null)
  }
}
