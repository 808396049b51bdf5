import type { Sandbox } from '../../core/sandbox.ts'

let lastSecond = NaN
let lastText = ''

/** Formats a Date header; the text is reused within a second. */
export function dateText(ms: number): string {
  const second = Math.floor(ms / 1_000)
  if (second !== lastSecond) {
    lastSecond = second
    lastText = new Date(ms).toUTCString()
  }
  return lastText
}

/** The Date header of a response that belongs to no account: the clock of `default`. */
export function defaultDate(sandbox: Sandbox, machineMs: number): string {
  return dateText(sandbox.syncClock(sandbox.account('default'), machineMs).now)
}
