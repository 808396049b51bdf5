import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Entry } from '../../../service/types.ts'
import { entries, findEntry, isHistoryLoaded } from '../../../state/history.ts'
import { linkTo, route } from '../../../state/route.ts'
import { isWide } from '../wide.ts'
import { EntryDetail } from './entry-detail.tsx'

/** The entry of the URL; one that the list does not have is loaded. */
export function OpenEntry({ id }: { id: string }) {
  const known = entries.value.find((each) => each.id === id)
  const section = useRef<HTMLElement>(null)
  useLayoutEffect(() => startInWindow(section.current!), [id])
  return (
    <section ref={section} class="open-entry" aria-label="Open entry">
      <a class="close" href={linkTo({ screen: 'live' })} aria-label="Close the entry">
        ✕
      </a>
      {known ? <EntryDetail key={known.order} entry={known} /> : <Elsewhere key={id} id={id} />}
    </section>
  )
}

/** The least part of an entry under its line that can be seen. */
const SEEN_PX = 160

/** Beside the list it begins where the window does, and its line stays in view; under its line it can be seen. */
function startInWindow(section: HTMLElement): void {
  section.style.marginTop = ''
  if (isWide.peek()) {
    // Beside an open entry the list is narrower, and each line higher.
    document.querySelector('.history [aria-current]')?.scrollIntoView({ block: 'nearest' })
    section.style.marginTop = `${Math.max(0, 8 - section.getBoundingClientRect().top)}px`
    return
  }
  const { top } = section.getBoundingClientRect()
  if (top < 0 || top > innerHeight - SEEN_PX) section.closest('li')!.scrollIntoView()
}

function Elsewhere({ id }: { id: string }) {
  const [found, setFound] = useState<Entry | null | undefined>(undefined)
  const isLoaded = isHistoryLoaded.value
  useEffect(() => {
    if (isLoaded) void findEntry(route.peek().account, id).then((entry) => setFound(entry ?? null))
  }, [isLoaded, id])
  if (found) return <EntryDetail entry={found} />
  return (
    <p class="hint">
      {found === undefined
        ? 'Loading …'
        : 'This entry is not in the history. Older entries may have been dropped.'}
    </p>
  )
}
