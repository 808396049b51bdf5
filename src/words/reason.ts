import type { RequestEntry } from '../contract/history/entry.ts'

type ExplainedRequest = Pick<RequestEntry, 'why' | 'delivery' | 'held_for' | 'ended_at'>

/** Says why a request was answered so, and of an answer that was held back, which one came before it. */
export function reasonFor(request: ExplainedRequest): string {
  const { why, delivery } = request
  return delivery.hold_ms === 0 ? why : `${why} ${heldSentence(request)}`
}

function heldSentence({ delivery, held_for: other, ended_at }: ExplainedRequest): string {
  if (other) return `Its answer was held back until ${other} had been answered.`
  if (ended_at === null) {
    const seconds = delivery.hold_ms / 1_000
    return `A fault holds back one answer at a time until another request is answered, ${seconds} s at most.`
  }
  if (other === null) return 'Its answer was held back, but no other one came before it.'
  return 'Its answer was not held back: one was held already.'
}
