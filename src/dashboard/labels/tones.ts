import type { RequestEntry } from '../service/types.ts'

/** The three meanings of an answer: it went well, it was refused, or the sandbox made it up. */
export type Tone = 'good' | 'refused' | 'made-up'

export const toneLabels: Record<Tone, string> = {
  good: 'Went well',
  refused: 'Refused',
  'made-up': 'Made up by the sandbox',
}

export function toneOf({ response: { status }, basis }: RequestEntry): Tone {
  return basis === 'injected' ? 'made-up' : toneOfStatus(status)
}

export function toneOfStatus(status: number): Tone {
  return status >= 200 && status < 300 ? 'good' : 'refused'
}

/** `429`, or `No answer` for a connection that was dropped. */
export function statusLabel(status: number): string {
  return status === 0 ? 'No answer' : String(status)
}
