import { LATEST_MS } from '../../contract/times.ts'
import type { AccountState } from '../../contract/state.ts'

type ClockState = AccountState['clock']

/**
 * Where the account's clock stands when the machine's clock stands at `machineMs`; `seenMs` is
 * where it stood when it was last read. A machine clock that stepped back is absorbed (the account
 * goes on from where it was), one that stepped forward is followed.
 */
export function readClock(clock: ClockState, machineMs: number, seenMs: number): number {
  if (clock.mode === 'frozen') return clock.account_ms
  const passed = Math.floor((machineMs - clock.machine_ms) * clock.scale)
  const now = Math.min(LATEST_MS, clock.account_ms + passed)
  if (now >= seenMs) return now
  setClock(clock, seenMs, machineMs)
  return seenMs
}

/** Pins the account's `accountMs` to the machine's `machineMs`; from there it runs on, or stands. */
export function setClock(clock: ClockState, accountMs: number, machineMs: number): void {
  clock.account_ms = accountMs
  clock.machine_ms = machineMs
}

/**
 * Whole seconds that a client has to wait, in its own real time: rounded up, at least 1.
 * On a scaled clock they are that many times fewer, so that a client which truly sleeps stays in step.
 */
export function secondsToWait(clock: ClockState, remainingMs: number): number {
  const scale = clock.mode === 'running' ? clock.scale : 1
  return Math.max(1, Math.ceil(remainingMs / scale / 1_000))
}
