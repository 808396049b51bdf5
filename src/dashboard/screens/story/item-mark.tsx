import { ToneShape } from '../../components/outcome-mark.tsx'
import { kindLabels } from '../../labels/items.ts'
import { toneOf } from '../../labels/tones.ts'
import type { Entry } from '../../state/types.ts'

const paths = {
  action: 'M1 1l10 5-10 5z',
  mail: 'M1 2.5h10v7H1zM1 2.5l5 4 5-4',
  event: 'M6 1a5 5 0 1 0 .1 0zM6 3v3l2 2',
  start: 'M2 12V1h8L8 4l2 3H2',
  undo: 'M6 2L1 6l5 4V2zM11 2L6 6l5 4z',
} as const

/** A shape for each kind of entry: calls by how they were answered, the others by what they are. */
export function ItemMark({ item }: { item: Entry }) {
  if (item.type === 'call') return <ToneShape tone={toneOf(item.response.status)} />
  return (
    <>
      <svg
        class={`mark ${item.type}`}
        width="12"
        height="12"
        viewBox="0 0 12 12"
        aria-hidden="true"
      >
        <path d={paths[item.type]} />
      </svg>
      <span class="unseen">{kindLabels[item.type]}: </span>
    </>
  )
}
