/** `2026-03-01 12:00:00`, in UTC like the service's limits. */
export function toTime(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').slice(0, 19)
}

/** `in 3 min`, `2 h ago`. */
export function toDistance(ms: number): string {
  const size = toSpan(Math.abs(ms))
  return ms >= 0 ? `in ${size}` : `${size} ago`
}

const units = [
  ['day', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** `2 days`, `3 h`, `59 s`. */
export function toSpan(ms: number): string {
  for (const [unit, size] of units) {
    const count = Math.floor(ms / size)
    if (ms >= size) return unit === 'day' && count !== 1 ? `${count} days` : `${count} ${unit}`
  }
  return `${Math.ceil(ms / 1_000)} s`
}

/** The kind of a response, shown by a shape and a colour. */
export type Tone = 'good' | 'limit' | 'refused' | 'broken'

/** `good`: 2xx; `limit`: temporary errors; `refused`: other 4xx; `broken`: 5xx and lost connections. */
export function toneOf(status: number): Tone {
  if (status >= 200 && status < 300) return 'good'
  if (status === 429 || status === 503 || status === 409) return 'limit'
  return status >= 400 && status < 500 ? 'refused' : 'broken'
}

export const toneWords: Record<Tone, string> = {
  good: 'success',
  limit: 'retry later',
  refused: 'refused',
  broken: 'server or network error',
}

/** Formats JSON with line breaks; returns text unchanged. */
export function toPretty(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
