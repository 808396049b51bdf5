import { LATEST_MS } from '../../contract/values/times.ts'
import type { AccountState } from '../../contract/state/state.ts'

type ClockState = AccountState['clock']

/**
 * Account time at the machine time `machineMs`; `seenMs` is the account time of the last read. If
 * the machine's clock steps back, the account continues from where it was; if it steps forward, the
 * account follows.
 */
export function readClock(clock: ClockState, machineMs: number, seenMs: number): number {
  if (clock.mode === 'frozen') return clock.account_ms
  const passed = Math.floor((machineMs - clock.machine_ms) * clock.scale)
  const now = Math.min(LATEST_MS, clock.account_ms + passed)
  if (now >= seenMs) return now
  setClock(clock, seenMs, machineMs)
  return seenMs
}

/** Pins account time to machine time; from there the clock runs, or stays frozen. */
export function setClock(clock: ClockState, accountMs: number, machineMs: number): void {
  clock.account_ms = accountMs
  clock.machine_ms = machineMs
}

/**
 * Whole seconds of real time that a client has to wait: rounded up, at least 1. On a scaled clock
 * they are divided by the scale, so that a client that really sleeps stays in step.
 */
export function secondsToWait(clock: ClockState, remainingMs: number): number {
  const scale = clock.mode === 'running' ? clock.scale : 1
  return Math.max(1, Math.ceil(remainingMs / scale / 1_000))
}
