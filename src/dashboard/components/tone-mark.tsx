import { toneLabels, type Tone } from '../labels/tones.ts'

/** A shape for each meaning, so that colour is not needed: circle, square, diamond. */
export function ToneMark({ tone }: { tone: Tone }) {
  return (
    <>
      <svg class={`mark ${tone}`} viewBox="0 0 12 12" aria-hidden="true">
        {tone === 'good' && <circle cx="6" cy="6" r="5" />}
        {tone === 'refused' && <rect x="1" y="1" width="10" height="10" rx="1" />}
        {tone === 'made-up' && <path d="M6 0l6 6-6 6-6-6z" />}
      </svg>
      <span class="unseen">{toneLabels[tone]}: </span>
    </>
  )
}
