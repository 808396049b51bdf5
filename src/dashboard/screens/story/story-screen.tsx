import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { lazy } from '../../components/lazy.tsx'
import { go, replace, route } from '../../state/route.ts'
import { onKeys } from '../../state/shortcuts.ts'
import { isStoryLoaded, items } from '../../state/story.ts'
import { SaveStory } from './download-story.tsx'
import { OpenEntry } from './open-entry.tsx'
import { StoryFilters } from './story-filters.tsx'
import { StoryList } from './story-list.tsx'
import { followUrl, neighbourOf, turnTo } from './story-view.ts'

const LastCalls = lazy(async () => (await import('./last-calls.tsx')).LastCalls, BarsSpace)

/** The entries of the account, newest first, and the open entry: beside them where there is room. */
export function StoryScreen() {
  const { detail } = route.value
  const list = useRef<HTMLElement>(null)
  useLayoutEffect(followUrl, [])
  useEffect(() => {
    if (detail !== null) turnTo(detail)
  }, [detail === null, isStoryLoaded.value])
  useScrollMemory(list, detail)
  // Keys work as soon as lines can be seen.
  useLayoutEffect(
    () =>
      onKeys({
        j: () => step(1),
        k: () => step(-1),
        Escape: () => route.value.detail !== null && close(),
      }),
    [],
  )
  return (
    <div class={`story-screen ${detail === null ? '' : 'has-open'}`}>
      <section class="card story-card" aria-label="Story" ref={list} onKeyDown={stepByArrow}>
        {hasCalls() && <LastCalls show={show} />}
        <div class="story-top">
          <StoryFilters />
          <SaveStory />
        </div>
        <StoryList />
      </section>
      {detail !== null && <OpenEntry id={detail} />}
    </div>
  )
}

function hasCalls(): boolean {
  return items.value.some(({ type }) => type === 'call')
}

/** As high as the bars and their words, so that the list stays where it is. */
function BarsSpace() {
  return (
    <div class="last-calls">
      <div class="bars" />
      <div class="bars-words" />
    </div>
  )
}

/** Goes to the next or previous entry. */
function step(by: 1 | -1): void {
  const { detail } = route.value
  const next = neighbourOf(detail ?? focusedEntry(), by)
  if (next) show(next.id)
}

/** Gives the line of an entry the focus, and opens the entry if another one is open. */
function show(id: string): void {
  const { detail } = route.value
  turnTo(id)
  if (detail !== null) replace({ screen: 'story', detail: id })
  const line = lineOf(id)
  // At once, because the next key goes on from there.
  if (line && detail === null) line.focus()
  else requestAnimationFrame(() => lineOf(id)?.focus())
}

function stepByArrow(event: KeyboardEvent): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const isModified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
  if (by === 0 || isModified || focusedEntry() === null) return
  event.preventDefault()
  step(by)
}

function focusedEntry(): string | null {
  return document.activeElement?.getAttribute('data-entry') ?? null
}

function lineOf(id: string): HTMLElement | null {
  return document.querySelector(`[data-entry="${CSS.escape(id)}"]`)
}

function close(): void {
  go({ screen: 'story' })
}

/** Where the entry takes the place of the list, the list comes back as it was left. */
function useScrollMemory(list: { current: HTMLElement | null }, detail: string | null): void {
  const left = useRef({ y: 0, id: null as string | null })
  useEffect(() => {
    // It is too late to ask when the entry is shown: the page is shorter then.
    const remember = () => {
      if (route.peek().detail === null) left.current.y = scrollY
    }
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [])
  useLayoutEffect(() => {
    if (detail !== null) {
      left.current.id = detail
      const isListHidden = list.current?.offsetParent === null
      if (!isListHidden) return
      scrollTo(0, 0)
      document.querySelector<HTMLElement>('#entry')?.focus({ preventScroll: true })
    } else if (left.current.id !== null) {
      scrollTo(0, left.current.y)
      lineOf(left.current.id)?.focus({ preventScroll: true })
      left.current.id = null
    }
  }, [detail])
}
