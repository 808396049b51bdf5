import { real } from './real.ts'

type Act = (this: unknown, ...args: unknown[]) => void

/** A timer that waits, in milliseconds of the time that jumps. */
export type WaitingTimer = {
  readonly setMs: number
  readonly dueMs: number
  /** When Node fires it, on the clock of the machine. */
  readonly realDueMs: number
  /** The time of each account at which it is due, by the account's key. */
  readonly accountMs: Map<string, number>
  /** Runs it before Node would. */
  readonly hurry: () => void
}

/**
 * Timers that fire when Node fires them, or as soon as time jumps to where they are due. They are Node's own, so
 * that they can be cleared and refreshed also when time does not jump any more.
 */
export class Timers {
  readonly #now: () => number
  readonly #waiting = new Map<NodeJS.Timeout, WaitingTimer>()
  #isOpen = true

  /** @param now the time that jumps, in milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  get waiting(): Iterable<WaitingTimer> {
    return this.#waiting.values()
  }

  /** The first one that is due. */
  get next(): WaitingTimer | undefined {
    let first: WaitingTimer | undefined
    for (const each of this.#waiting.values()) {
      if (first === undefined || each.dueMs < first.dueMs) first = each
    }
    return first
  }

  setTimeout(act: Act, ms?: number, ...args: unknown[]): NodeJS.Timeout {
    // Node says what is wrong with anything but a function.
    if (!this.#isOpen || typeof act !== 'function') return real.setTimeout(act, ms, ...args)
    let [isSpent, isRef] = [false, true]
    const fire = () => {
      this.#waiting.delete(timer)
      act.apply(timer, args)
    }
    const timer = real.setTimeout(() => {
      if (!isSpent) fire()
    }, ms)
    const hurry = () => {
      // It stays one of Node's that waits, since only such a timer can be refreshed.
      ;[isSpent, isRef] = [true, timer.hasRef()]
      timer.unref()
      fire()
    }
    this.#wait(timer, ms, hurry, () => {
      if (isSpent && isRef) timer.ref()
      isSpent = false
    })
    return timer
  }

  setInterval(act: Act, ms?: number, ...args: unknown[]): NodeJS.Timeout {
    if (!this.#isOpen || typeof act !== 'function') return real.setInterval(act, ms, ...args)
    const fire = () => act.apply(timer, args)
    const timer = real.setInterval(() => {
      wait()
      fire()
    }, ms)
    const hurry = () => {
      timer.refresh()
      fire()
    }
    const wait = this.#wait(timer, ms, hurry, () => {})
    return timer
  }

  /** @param id a timer, or the number or text that stands for it */
  clear(id?: NodeJS.Timeout | string | number | null): void {
    const timer =
      typeof id === 'object'
        ? id
        : [...this.#waiting.keys()].find((each) => Number(each) === Number(id))
    real.clearTimeout(id as NodeJS.Timeout)
    if (!timer || !Object.hasOwn(timer, 'refresh')) return
    this.#waiting.delete(timer)
    timer.refresh = () => timer
  }

  /** Fires what is due by now, each timer in a turn of its own, as Node does. */
  fireDue(): void {
    real.setImmediate(() => {
      const { next } = this
      if (next === undefined || next.dueMs > this.#now()) return
      this.fireDue()
      next.hurry()
    })
  }

  /** From now on the timers are Node's: those that wait fire when Node fires them. */
  close(): void {
    this.#isOpen = false
    this.#waiting.clear()
  }

  /** Lets a timer wait for `ms` from now on, and whenever it is refreshed. @returns what lets it wait once more */
  #wait(
    timer: NodeJS.Timeout,
    ms: number | undefined,
    hurry: () => void,
    revive: () => void,
  ): () => void {
    const refresh = timer.refresh.bind(timer)
    const wait = () => {
      if (!this.#isOpen) return
      const setMs = this.#now()
      const delayMs = toDelay(ms)
      const dueMs = setMs + delayMs
      const realDueMs = real.performanceNow() + delayMs
      this.#waiting.set(timer, { setMs, dueMs, realDueMs, accountMs: new Map(), hurry })
    }
    timer.refresh = () => {
      revive()
      wait()
      return refresh()
    }
    timer.close = () => {
      this.clear(timer)
      return timer
    }
    timer[Symbol.dispose] = () => this.clear(timer)
    wait()
    return wait
  }
}

/** Node takes a delay that it cannot keep for 1 ms. */
function toDelay(ms: unknown): number {
  const delay = Number(ms)
  return delay >= 1 && delay < 2 ** 31 ? Math.trunc(delay) : 1
}
