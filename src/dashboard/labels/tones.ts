/** The kind of an answer, shown by a shape and a colour. */
export type Tone = 'good' | 'limit' | 'refused' | 'broken'

/** `good`: 2xx; `limit`: temporary errors; `refused`: other 4xx; `broken`: 5xx and lost connections. */
export function toneOf(status: number): Tone {
  if (status >= 200 && status < 300) return 'good'
  if (status === 429 || status === 503 || status === 409) return 'limit'
  return status >= 400 && status < 500 ? 'refused' : 'broken'
}

export const tones = ['good', 'limit', 'refused', 'broken'] as const satisfies readonly Tone[]

export const toneLabels: Record<Tone, string> = {
  good: 'Worked',
  limit: 'Try later',
  refused: 'Refused',
  broken: 'Broken',
}

/** `429`, or `no answer` for a connection that was dropped. */
export function statusLabel(status: number): string {
  return status === 0 ? 'no answer' : String(status)
}
