import { CallList } from '../../components/call-list.tsx'
import { Pager, usePages } from '../../components/pager.tsx'
import { countOf } from '../../labels/numbers.ts'
import { linkTo, route } from '../../state/route.ts'
import { calls } from '../../state/story.ts'
import { CallDetail } from './call-detail.tsx'

const PAGE = 25

/** What took place in the account, newest first, or the details of one entry. */
export function StoryScreen() {
  const { detail } = route.value
  return detail === null ? <Story /> : <OneEntry id={detail} />
}

function Story() {
  const { page, pages, visible, turn } = usePages(calls.value, PAGE)
  return (
    <section class="card" aria-label="Story">
      <p class="hint">{countOf(calls.value.length, 'call')}</p>
      <CallList calls={visible} />
      <Pager page={page} pages={pages} turn={turn} what="calls" />
    </section>
  )
}

function OneEntry({ id }: { id: string }) {
  const call = calls.value.find((each) => each.id === id)
  return (
    <>
      <p>
        <a class="alone" href={linkTo({ screen: 'story' })}>
          Whole story
        </a>
      </p>
      {call ? <CallDetail entry={call} /> : <p>{id} is not in the story.</p>}
    </>
  )
}
