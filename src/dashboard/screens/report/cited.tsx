import { useState } from 'preact/hooks'
import { countOf } from '../../../text/numbers.ts'
import { sentenceOf } from '../../labels/entries.ts'
import { statusLabel } from '../../labels/tones.ts'
import { linkTo } from '../../state/route.ts'
import type { Entry } from '../../service/types.ts'

type CitedProps = {
  ids: readonly string[]
  found: ReadonlyMap<string, Entry>
  isOpen: boolean
}

/** The entries of the story that show a verdict. */
export function Cited({ ids, found, isOpen: isFirstOpen }: CitedProps) {
  const [isOpen, setOpen] = useState(isFirstOpen)
  if (ids.length === 0) return null
  return (
    <details
      class="cited"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{summaryOf(ids.length)}</summary>
      <ul>
        {(isOpen ? ids : []).map((id) => (
          <li key={id}>
            <a href={linkTo({ screen: 'live', detail: id })}>
              <Words item={found.get(id)} /> <small class="identifier">{id}</small>
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The most entries that a report names. */
const MAX_NAMED = 10

/** A full list may be cut. */
function summaryOf(count: number): string {
  if (count >= MAX_NAMED) return `Shown by these ${count} entries, for example`
  return `Shown by ${countOf(count, 'entry', 'entries')}`
}

/** An entry that the page does not hold any more is shown by its id alone. */
function Words({ item }: { item: Entry | undefined }) {
  if (!item) return <>Entry</>
  return (
    <>
      <time>{item.at.slice(11, 19)}</time>{' '}
      {item.type === 'call' && statusLabel(item.response.status)}{' '}
      <span dir="auto">{sentenceOf(item)}</span>
    </>
  )
}
