import { countOf } from '../text/numbers.ts'

/** `2026-03-01 12:00:00`, in UTC like the service's limits. */
export function toTime(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').slice(0, 19)
}

/** `12:00:00`. */
export function toTimeOfDay(ms: number): string {
  return toTime(ms).slice(11)
}

/** `2026-03-01`. */
export function toDay(ms: number): string {
  return toTime(ms).slice(0, 10)
}

/** `in 3 min 20 s`, `2 h ago`, `now`. */
export function toDistance(ms: number): string {
  if (Math.abs(ms) < 1_000) return 'now'
  const size = toSpan(Math.abs(ms))
  return ms >= 0 ? `in ${size}` : `${size} ago`
}

const units = [
  ['day', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** More days than this are not told with hours. */
const FEW_DAYS = 10

/** `30 days`, `1 day 12 h`, `11 h 59 min`, `59 min 54 s`, `20 s`: rounded to the second unit. */
export function toSpan(ms: number): string {
  const at = units.findIndex(([, size]) => ms >= size)
  const [, grain] = ms >= FEW_DAYS * units[0][1] ? units[0] : (units[at + 1] ?? ['s', 1_000])
  // A fraction of a second still has to be waited for, so it counts as a second.
  const rounded = at < 0 ? Math.ceil(ms / 1_000) * 1_000 : Math.round(ms / grain) * grain
  const first = units.find(([, size]) => rounded >= size)
  if (!first) return `${rounded / 1_000} s`
  const [unit, size] = first
  const count = Math.floor(rounded / size)
  const words = unit === 'day' ? countOf(count, 'day') : `${count} ${unit}`
  const rest = rounded - count * size
  return rest === 0 ? words : `${words} ${toSpan(rest)}`
}

/** `14:05:00 UTC`, or `2026-03-08` if that is another day than now. */
export function toMoment(ms: number, now: number): string {
  return toDay(ms) === toDay(now) ? `${toTimeOfDay(ms)} UTC` : toDay(ms)
}

const unitWords: Readonly<Record<string, string>> = {
  ms: 'millisecond',
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
}

/** `20 seconds`, `1 day 12 hours`: a duration as the API takes it, in words. */
export function spanOf(duration: unknown): string {
  if (typeof duration === 'number') return countOf(duration, 'second')
  const parts = [...String(duration).matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/g)]
  return parts.map(([, count, unit]) => countOf(Number(count), unitWords[unit!]!)).join(' ')
}

/** `2.5 s`, `30 s`, `2 min`, `14 h`: rounded to what matters. */
export function toRoundSpan(ms: number): string {
  if (ms < 9_950) return `${Number((ms / 1_000).toFixed(1))} s`
  if (ms < 119_500) return `${Math.round(ms / 1_000)} s`
  if (ms < 7_170_000) return `${Math.round(ms / 60_000)} min`
  return `${Math.round(ms / 3_600_000)} h`
}
