import { real } from './real.ts'

/** A timer of Node, with the fields that it has had since its first versions. */
type NodeTimer = NodeJS.Timeout & {
  /** On the event loop's clock, in milliseconds. */
  _idleStart: number
  _idleTimeout: number
  /** Not null while the timer is waiting. */
  _idleNext: unknown
  _destroyed: boolean
}

/** What the timers of a process wait for. */
export type TimersView = {
  /** When the first one is due, in milliseconds from now. */
  nextMs: number | undefined
  /** Has one been set, cleared or fired since the last look? */
  hasChanged: boolean
}

const prototype = Object.getPrototypeOf(startProbe().timer) as {
  refresh: (this: NodeJS.Timeout) => NodeJS.Timeout
}
const { refresh } = prototype

/**
 * What each timer was set to; a jump shortens its current wait only. Those that have fired may be refreshed, also
 * when another journey has begun.
 */
const durations = new WeakMap<NodeTimer, number>()

/** The timers of one process: Node's own, which a jump brings nearer. */
export class Timers {
  /** Those that wait: `_idleStart` at the last look, undefined if the timer has been set since. */
  readonly #waiting = new Map<NodeTimer, number | undefined>()
  readonly #isFollowed: () => boolean
  #purgeAt = 1_000
  #hasEnded = false

  /** @param isFollowed Is a timer that is set now one of those? */
  constructor(isFollowed: () => boolean = () => true) {
    this.#isFollowed = isFollowed
  }

  /** Call when a timer has been set. */
  track(timer: NodeJS.Timeout): void {
    if (!isNodeTimer(timer) || !this.#isFollowed()) return
    if (this.#waiting.size >= this.#purgeAt) this.#purge()
    durations.set(timer, timer._idleTimeout)
    this.#waiting.set(timer, undefined)
  }

  /** What `timer.refresh()` does. */
  refresh(timer: NodeJS.Timeout): NodeJS.Timeout {
    const own = timer as NodeTimer
    const ms = durations.get(own)
    if (ms === undefined) return refresh.call(timer)
    own._idleTimeout = ms
    if (this.#waiting.has(own) || this.#isFollowed()) this.#waiting.set(own, undefined)
    return refresh.call(own)
  }

  look(): TimersView {
    const now = loopNow()
    let hasChanged = this.#hasEnded
    let nextMs: number | undefined
    this.#hasEnded = false
    for (const [timer, seenStart] of this.#waiting) {
      if (!isWaiting(timer)) {
        hasChanged = true
        continue
      }
      if (seenStart !== timer._idleStart) hasChanged = true
      this.#waiting.set(timer, timer._idleStart)
      const leftMs = timer._idleStart + timer._idleTimeout - now
      if (nextMs === undefined || leftMs < nextMs) nextMs = leftMs
    }
    if (hasChanged) this.#purge()
    this.#hasEnded = false
    return { nextMs, hasChanged }
  }

  /**
   * Brings the timers nearer that the last look has seen. Later ones were set after the jump, as far as this
   * process can tell.
   */
  advance(ms: number): void {
    const now = loopNow()
    const left = (timer: NodeTimer) => timer._idleStart + timer._idleTimeout - now - ms
    const seen = [...this.#waiting].filter(
      ([timer, seenStart]) => isWaiting(timer) && seenStart === timer._idleStart,
    )
    // Those that become due fire in the order of this list.
    for (const [timer] of seen.toSorted(([a], [b]) => left(a) - left(b))) {
      restoreAtRefresh(timer, durations.get(timer) ?? timer._idleTimeout)
      timer._idleTimeout = Math.max(0, left(timer))
      refresh.call(timer)
      this.#waiting.set(timer, timer._idleStart)
    }
  }

  #purge(): void {
    for (const timer of this.#waiting.keys()) {
      if (isWaiting(timer)) continue
      this.#waiting.delete(timer)
      this.#hasEnded = true
    }
    this.#purgeAt = Math.max(1_000, 2 * this.#waiting.size)
  }
}

/** Where all timers of a process find `refresh`. */
export const timerPrototype: object = prototype

function isNodeTimer(timer: NodeJS.Timeout): timer is NodeTimer {
  return '_idleStart' in timer && '_idleTimeout' in timer && '_idleNext' in timer
}

/** A timer that a jump has shortened takes its whole time when it is refreshed, also when nothing jumps any more. */
function restoreAtRefresh(timer: NodeTimer, ms: number): void {
  if (Object.hasOwn(timer, 'refresh')) return
  Object.defineProperty(timer, 'refresh', {
    configurable: true,
    value: () => {
      Reflect.deleteProperty(timer, 'refresh')
      timer._idleTimeout = ms
      return timer.refresh()
    },
  })
}

/** False after a timer has fired or was cleared; `refresh` may start it again. */
function isWaiting(timer: NodeTimer): boolean {
  return Boolean(timer._idleNext) && !timer._destroyed
}

/** The time on the clock of the event loop, by which timers are due, in milliseconds. */
function loopNow(): number {
  return startProbe().nowMs
}

function startProbe(): { timer: NodeJS.Timeout; nowMs: number } {
  const timer = real.setTimeout(() => {}, 1_000_000)
  real.clearTimeout(timer)
  return { timer, nowMs: (timer as NodeTimer)._idleStart }
}
