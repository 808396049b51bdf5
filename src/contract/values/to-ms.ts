import parseDuration from 'parse-duration'
import { DURATION } from './duration.ts'

/** Milliseconds of a checked duration: `90s`, `1d12h`, or a number of seconds. */
export function toMs(duration: string | number): number {
  if (typeof duration === 'number') return Math.round(duration * 1_000)
  if (!DURATION.test(duration)) throw new TypeError(`not a checked duration: ${duration}`)
  return Math.round(parseDuration(duration) ?? 0)
}

/** Milliseconds of a duration as text, where digits alone are seconds; NaN for any other text. */
export function readDuration(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return toMs(Number(text))
  return DURATION.test(text) ? toMs(text) : NaN
}
