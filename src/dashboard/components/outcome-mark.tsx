import { statusLabel, toneOf, type Tone } from '../labels/tones.ts'
import { outcomeLabel } from '../../words/outcomes.ts'
import { Code } from './code.tsx'

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

type OutcomeMarkProps = {
  status: number
  outcome: string
  /** The wait that the answer requests, in seconds. */
  wait?: number | undefined
}

/** The status of a call, what it means, and how long the client is to wait. */
export function OutcomeMark({ status, outcome, wait }: OutcomeMarkProps) {
  const tone = toneOf(status)
  return (
    <span class={`outcome ${tone}`} title={outcome}>
      <ToneShape tone={tone} /> <b>{statusLabel(status)}</b> {outcomeLabel(outcome)}{' '}
      <Wait seconds={wait} />
      <Code>{outcome}</Code>
    </span>
  )
}

/** The header of an answer that asks the client to wait. */
export function Wait({ seconds }: { seconds: number | string | undefined }) {
  return seconds === undefined ? null : <span class="chip wait">Retry-After {seconds}</span>
}
