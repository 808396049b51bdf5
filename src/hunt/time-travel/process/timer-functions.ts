import timersModule from 'node:timers'
import promises from 'node:timers/promises'
import { promisify } from 'node:util'
import { makeInterval, makeTimeout } from './timer-promises.ts'
import { real } from './real.ts'
import type { Replacements } from './replacements.ts'
import { timerPrototype, type Timers } from './timers.ts'

type Act = (...args: unknown[]) => void

/** Replaces everything that sets a timer, for the whole process, with the same that `timers` knows of. */
export function replaceTimers(replacements: Replacements, timers: Timers): void {
  const tracked = (timer: NodeJS.Timeout) => {
    timers.track(timer)
    return timer
  }
  // Node checks the arguments and makes the timer, so both are its own.
  function setTimeout(act: Act, ms?: number, ...args: unknown[]) {
    return tracked(real.setTimeout(act, ms, ...args))
  }
  function setInterval(act: Act, ms?: number, ...args: unknown[]) {
    return tracked(real.setInterval(act, ms, ...args))
  }
  const timeoutPromise = makeTimeout(setTimeout)
  Object.defineProperty(setTimeout, promisify.custom, { enumerable: true, value: timeoutPromise })
  for (const place of [globalThis, timersModule]) {
    replacements.set(place, 'setTimeout', setTimeout)
    replacements.set(place, 'setInterval', setInterval)
  }
  replacements.set(timerPrototype, 'refresh', function refresh(this: NodeJS.Timeout) {
    return timers.refresh(this)
  })
  replacements.set(promises, 'setTimeout', timeoutPromise)
  replacements.set(promises, 'setInterval', makeInterval(setInterval))
  replacements.set(promises.scheduler, 'wait', (ms?: number, options?: { signal?: AbortSignal }) =>
    timeoutPromise(ms, undefined, options),
  )
  replacements.set(AbortSignal, 'timeout', (ms: number) => {
    if (!Number.isInteger(ms) || ms < 0 || ms > MAX_MS) return real.timeoutSignal(ms)
    const controller = new AbortController()
    const abort = () =>
      controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    setTimeout(abort, ms).unref()
    return controller.signal
  })
}

/** Does the same for a context of `node:vm` that has got Node's own functions. */
export function replaceTimersOf(realm: typeof globalThis, replacements: Replacements): void {
  for (const name of ['setTimeout', 'setInterval'] as const) {
    if (realm[name] === real[name]) replacements.set(realm, name, globalThis[name])
  }
}

/** Node fires longer timers at once, with a warning. */
const MAX_MS = 2 ** 31 - 1
