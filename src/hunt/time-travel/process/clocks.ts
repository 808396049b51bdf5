import vm from 'node:vm'
import { real, type Skew } from './real.ts'
import { Replacements } from './replacements.ts'

/** Puts `Date`, `performance` and `process.hrtime` on the account's clock, also in contexts of `node:vm`. */
export function replaceClocks(replacements: Replacements, skew: Skew): void {
  const now = () => real.now() + skew.ms
  replaceDate(replacements, globalThis, now)
  replacePerformance(replacements, skew)
  replaceProcessClocks(replacements, skew)
  // Test tools run each file in a context of its own, which has its own Date.
  const { createContext } = vm
  replacements.set(vm, 'createContext', (...args: Parameters<typeof createContext>) => {
    const context = createContext(...args)
    const inside = vm.runInContext('globalThis', context) as typeof globalThis
    // Not put back later: a list of all contexts would keep them alive.
    if (Object.isExtensible(inside)) replaceDate(new Replacements(), inside, now)
    return context
  })
}

/** Puts `Date` of a context that was made before on the account's clock. */
export function replaceDateOf(
  realm: typeof globalThis,
  replacements: Replacements,
  skew: Skew,
): void {
  if (realm !== globalThis) replaceDate(replacements, realm, () => real.now() + skew.ms)
}

function replaceDate(
  replacements: Replacements,
  realm: typeof globalThis,
  now: () => number,
): void {
  const RealDate = realm.Date
  // The same prototype, so that instanceof holds for every date, whoever made it.
  const TravelDate = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
    apply: (target) => new target(now()).toString(),
  })
  replacements.set(RealDate, 'now', now)
  replacements.set(RealDate.prototype, 'constructor', TravelDate)
  replacements.set(realm, 'Date', TravelDate)
}

function replacePerformance(replacements: Replacements, skew: Skew): void {
  const prototype = Object.getPrototypeOf(real.performance) as object
  const originMs = real.performance.timeOrigin + skew.ms
  const startMs = skew.ms
  // timeOrigin + now() stays the same as the time of Date.
  replacements.wrap(
    prototype,
    'now',
    (now) =>
      function (this: unknown) {
        const ms = Reflect.apply(now, this, []) as number
        return ms + skew.ms - startMs
      },
  )
  replacements.get(prototype, 'timeOrigin', () => originMs)
}

function replaceProcessClocks(replacements: Replacements, skew: Skew): void {
  const bigint = process.hrtime.bigint.bind(process.hrtime)
  const nanoseconds = () => bigint() + BigInt(skew.ms) * 1_000_000n
  const startMs = skew.ms
  replacements.wrap(process, 'hrtime', (hrtime) => {
    const since = (before?: unknown) => {
      // Node checks the argument.
      const [seconds, rest] = Reflect.apply(
        hrtime,
        process,
        before === undefined ? [] : [before],
      ) as [number, number]
      const all = BigInt(seconds) * SECOND + BigInt(rest) + BigInt(skew.ms) * 1_000_000n
      return [Number(all / SECOND), Number(all % SECOND)]
    }
    return Object.assign(since, { bigint: nanoseconds })
  })
  replacements.wrap(process, 'uptime', (uptime) => () => {
    const seconds = Reflect.apply(uptime, process, []) as number
    return seconds + (skew.ms - startMs) / 1_000
  })
}

const SECOND = 1_000_000_000n
