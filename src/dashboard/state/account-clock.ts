import { effect, signal } from '@preact/signals'
import { isReadOnly } from './host.ts'
import { account, refresh } from './store.ts'

/** The time on the account's clock, in milliseconds since 1970. It advances between two loads. */
export const accountNow = signal(0)

const TICK_MS = 500

/** Keeps the displayed clock in step with the account's clock, and loads what its events change. */
export function runClock(): void {
  effect(() => {
    const clock = account.value?.clock
    if (!clock) return undefined
    const start = Date.parse(clock.now)
    const next = account.value?.next_events[0]
    const nextMs = next === undefined ? Infinity : Date.parse(next.at)
    const since = performance.now()
    const isStopped = clock.mode === 'frozen' || isReadOnly.value
    let isDue = false
    const tick = () => {
      const passed = isStopped ? 0 : (performance.now() - since) * clock.scale
      accountNow.value = start + passed
      if (isDue || start + passed < nextMs) return
      isDue = true
      void refresh()
    }
    tick()
    if (isStopped) return undefined
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  })
}
