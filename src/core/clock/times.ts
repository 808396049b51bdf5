import { RELATIVE } from '../../contract/values/duration.ts'
import { DAY_MS } from '../../contract/rules.ts'
import { EARLIEST_MS } from '../../contract/values/times.ts'
import { toMs } from '../../contract/values/to-ms.ts'

export { toMs } from '../../contract/values/to-ms.ts'

/** Converts a valid instant, absolute or relative to `nowMs` such as `+10m`, to epoch milliseconds. */
export function toInstantMs(moment: string | number, nowMs: number): number {
  if (typeof moment === 'number') return Math.round(moment * 1_000)
  if (!RELATIVE.test(moment)) return Date.parse(moment)
  const distance = toMs(moment.slice(1))
  return moment.startsWith('-') ? Math.max(EARLIEST_MS, nowMs - distance) : nowMs + distance
}

/** Epoch seconds, as in `/v1`. */
export function toSeconds(ms: number): number {
  return Math.floor(ms / 1_000)
}

/** ISO in UTC, as in the control API. */
export function toIso(ms: number): string {
  return new Date(ms).toISOString()
}

/** Days since 1970, UTC. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS)
}

/** The next 00:00 UTC strictly after this instant. */
export function nextMidnightMs(ms: number): number {
  return (dayOf(ms) + 1) * DAY_MS
}

/** Months since January 1970, UTC. */
export function monthOf(ms: number): number {
  const date = new Date(ms)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}

/** The start of the next month, UTC. */
export function nextMonthMs(ms: number): number {
  return Date.UTC(1970, monthOf(ms) + 1, 1)
}

/** Adds months and keeps the time of day, on `day` or on the last day of a shorter month. */
export function monthsLaterMs(ms: number, months: number, day: number): number {
  const date = new Date(ms)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(day, lastDay)) + (ms - dayOf(ms) * DAY_MS)
}
