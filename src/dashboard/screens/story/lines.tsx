import type { ComponentChildren } from 'preact'
import { takenBack } from '../../state/story.ts'
import type { Entry } from '../../state/types.ts'
import { dayOf, type HistoryRow } from './rows.ts'
import { StoryRow } from './story-row.tsx'

type LinesProps = {
  rows: readonly HistoryRow[]
  label: string
  /** A day that needs no heading at the top. */
  today?: string
  /** Renders content beside a line. */
  beside?: (item: Entry) => ComponentChildren
  /** Listeners of the list. */
  listeners?: object
}

/** Entries as lines, each day with a heading; what was taken back is struck out. */
export function Lines({ rows, label, today, beside, listeners }: LinesProps) {
  return (
    <ol class="story" aria-label={label} {...listeners}>
      {rows.map((row, index) => {
        const day = row.day ?? (index === 0 ? dayOf(row.item) : null)
        const heading = row.cause === null && (index > 0 || day !== today) && day
        return [
          heading && (
            <li key={`day ${heading} ${row.item.order}`} class="day">
              {heading}
            </li>
          ),
          <StoryRow
            key={row.item.order}
            row={row}
            isTakenBack={takenBack.value.has(row.item.order)}
          >
            {beside?.(row.item)}
          </StoryRow>,
        ]
      })}
    </ol>
  )
}
