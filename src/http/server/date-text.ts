import type { Sandbox } from '../../core/sandbox.ts'

let lastSecond = NaN
let lastText = ''

/** A Date header, made once a second. */
export function dateText(ms: number): string {
  const second = Math.floor(ms / 1_000)
  if (second !== lastSecond) {
    lastSecond = second
    lastText = new Date(ms).toUTCString()
  }
  return lastText
}

/** The Date of an answer that belongs to no account: where the clock of `default` stands. */
export function defaultDate(sandbox: Sandbox, machineMs: number): string {
  return dateText(sandbox.syncClock(sandbox.account('default'), machineMs).now)
}
