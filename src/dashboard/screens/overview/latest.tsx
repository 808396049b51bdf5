import { OutcomeMark } from '../../components/outcome-mark.tsx'
import { sentenceOf, targetOf } from '../../labels/items.ts'
import { withFullStop } from '../../../words/capitals.ts'
import { linkTo } from '../../state/route.ts'
import { isStoryLoaded, items } from '../../state/story.ts'
import type { HistoryItem } from '../../state/types.ts'
import { OutcomeStrip } from './outcome-strip.tsx'

const VISIBLE = 6

/** The last calls and actions, newest first, with links into the story. */
export function Latest() {
  const recent = recentOf(items.value)
  return (
    <section class="card" aria-labelledby="latest">
      <div class="row spread">
        <h2 id="latest">Latest</h2>
        <a href={linkTo({ screen: 'story' })}>Whole story</a>
      </div>
      <OutcomeStrip />
      {recent.length === 0 && (
        <p class="hint">
          {isStoryLoaded.value
            ? 'No calls yet. Connect a client and make a call, or press a button here.'
            : 'Loading …'}
        </p>
      )}
      <ol class="latest">
        {recent.map((item) => (
          <li key={item.order}>
            <a href={linkTo({ screen: 'story', detail: item.id })}>
              <time>{item.at.slice(11, 19)}</time>
              <Said item={item} />
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}

type Recent = Extract<HistoryItem, { type: 'call' | 'action' }>

function recentOf(all: readonly HistoryItem[]): Recent[] {
  const recent: Recent[] = []
  for (const item of all) {
    if (item.type !== 'call' && item.type !== 'action') continue
    recent.push(item)
    if (recent.length === VISIBLE) break
  }
  return recent
}

function Said({ item }: { item: Recent }) {
  if (item.type === 'action') {
    return (
      <span class="said">
        {withFullStop(sentenceOf(item))} <small class="identifier">{item.action}</small>
      </span>
    )
  }
  const { response, outcome } = item
  return (
    <span class="said">
      <OutcomeMark status={response.status} outcome={outcome} />{' '}
      <small class="identifier called">
        <bdi>{targetOf(item)}</bdi>
      </small>
    </span>
  )
}
