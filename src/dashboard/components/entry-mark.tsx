import { toneOf } from '../labels/tones.ts'
import type { Entry } from '../service/types.ts'
import { ToneMark } from './tone-mark.tsx'

const marks = {
  action: { path: 'M1 1l10 5-10 5z', label: 'Action' },
  mail: { path: 'M1 2.5h10v7H1zM1 2.5l5 4 5-4', label: 'Mail' },
  event: { path: 'M6 1a5 5 0 1 0 .1 0zM6 3v3l2 2', label: 'Clock' },
  start: { path: 'M2 12V1h8L8 4l2 3H2', label: 'Start' },
  undo: { path: 'M6 2L1 6l5 4V2zM11 2L6 6l5 4z', label: 'Undo' },
} as const

/** A shape for each kind of entry: requests by how they were answered, the others by what they are. */
export function EntryMark({ entry }: { entry: Entry }) {
  if (entry.type === 'call') return <ToneMark tone={toneOf(entry)} />
  const { path, label } = marks[entry.type]
  return (
    <>
      <svg class={`mark ${entry.type}`} viewBox="0 0 12 12" aria-hidden="true">
        <path d={path} />
      </svg>
      <span class="unseen">{label}: </span>
    </>
  )
}
