import { useEffect, useState } from 'preact/hooks'
import { styled } from '../../components/lazy.tsx'
import { linkTo, route } from '../../state/route.ts'
import { findItem, isStoryLoaded, items } from '../../state/story.ts'
import type { Entry } from '../../state/types.ts'

const EntryDetail = styled(
  'story-entry',
  async () => (await import('./entry-detail.tsx')).EntryDetail,
)

/** The entry of the URL; one that the list does not have is loaded. */
export function OpenEntry({ id }: { id: string }) {
  const known = items.value.find((each) => each.id === id)
  return (
    <section class="open-entry" aria-label="Open entry">
      <p class="row spread back-to-story">
        <a class="alone" href={linkTo({ screen: 'story' })}>
          Back to the story
        </a>
      </p>
      {known ? <EntryDetail key={known.order} item={known} /> : <Elsewhere key={id} id={id} />}
    </section>
  )
}

function Elsewhere({ id }: { id: string }) {
  const [found, setFound] = useState<Entry | null | undefined>(undefined)
  const isLoaded = isStoryLoaded.value
  useEffect(() => {
    if (isLoaded) void findItem(route.peek().account, id).then((item) => setFound(item ?? null))
  }, [isLoaded, id])
  if (found) return <EntryDetail item={found} />
  return (
    <p class="card">
      {found === undefined ? (
        'Loading …'
      ) : (
        <>
          <bdi>{id.slice(0, 80)}</bdi> is not in this story. Older entries may have been dropped.
        </>
      )}
    </p>
  )
}
