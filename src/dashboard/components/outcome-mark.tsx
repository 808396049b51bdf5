import { statusLabel, toneLabels, toneOf, type Tone } from '../labels/tones.ts'
import { outcomeLabel } from '../../words/outcomes.ts'

/** A shape for each kind of answer, so that colour is not needed: circle, diamond, square, cross. */
export function ToneShape({ tone, size = 12 }: { tone: Tone; size?: number }) {
  return (
    <svg class={`tone ${tone}`} width={size} height={size} viewBox="0 0 12 12" aria-hidden="true">
      {tone === 'good' && <circle cx="6" cy="6" r="5" />}
      {tone === 'limit' && <path d="M6 0l6 6-6 6-6-6z" />}
      {tone === 'refused' && <rect x="1" y="1" width="10" height="10" rx="1" />}
      {tone === 'broken' && <path d="M1 1l10 10M11 1L1 11" stroke-width="3" class="line" />}
    </svg>
  )
}

/** The status of a call, what it means, and beside it the outcome as developers know it. */
export function OutcomeMark({ status, outcome }: { status: number; outcome: string }) {
  const tone = toneOf(status)
  return (
    <span class={`outcome ${tone}`} title={toneLabels[tone]}>
      <ToneShape tone={tone} /> <b>{statusLabel(status)}</b> {outcomeLabel(outcome)}{' '}
      <small class="identifier">{outcome}</small>
    </span>
  )
}
