import type { Duration } from '../../contract/values/duration.ts'

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const

/** Writes a time as people do: `25h`, `1m30s`, `700ms`. */
export function formatMs(ms: number): Duration {
  let rest = ms
  let text = ''
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size)
    if (count === 0) continue
    text += `${count}${unit}`
    rest -= count * size
  }
  return (text || '0s') as Duration
}

/** Arguments that are a duration: a number of seconds in requests and files, which code could misread. */
const durations = ['by', 'for', 'burst_resets_in']

/** A value with its durations as texts with a unit. */
export function withUnits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnits)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [
      name,
      durations.includes(name) && typeof inner === 'number'
        ? formatMs(Math.round(inner * 1_000))
        : withUnits(inner),
    ]),
  )
}
