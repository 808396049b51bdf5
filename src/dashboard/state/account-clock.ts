import { effect, signal } from '@preact/signals'
import { account } from './state.ts'

/** Where the account's clock stands, in milliseconds since 1970: it goes on between two looks at it. */
export const accountNow = signal(0)

const TICK_MS = 500

/** Lets the clock that is shown go on as the account's does. */
export function runClock(): void {
  effect(() => {
    const clock = account.value?.clock
    if (!clock) return undefined
    const start = Date.parse(clock.now)
    const since = performance.now()
    const tick = () => {
      const passed = clock.mode === 'frozen' ? 0 : (performance.now() - since) * clock.scale
      accountNow.value = start + passed
    }
    tick()
    if (clock.mode === 'frozen') return undefined
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  })
}
