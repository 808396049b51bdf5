import { useComputed } from '@preact/signals'
import { toDay } from '../../../words/times.ts'
import { accountNow } from '../../state/account-clock.ts'
import { linkTo } from '../../state/route.ts'
import { isStoryLoaded, items } from '../../state/story.ts'
import type { Entry } from '../../state/types.ts'
import { Lines } from '../story/lines.tsx'
import { toRows } from '../story/rows.ts'

const VISIBLE = 12

/** The latest entries, newest first, as the story shows them: calls, and actions of yours and of others. */
export function Latest() {
  const recent = useComputed(() => toRows(recentOf(items.value)))
  return (
    <section class="card latest" aria-labelledby="latest">
      <div class="row spread">
        <h2 id="latest">Latest</h2>
        <a href={linkTo({ screen: 'story' })}>Whole story</a>
      </div>
      {recent.value.length === 0 && (
        <p class="hint">{isStoryLoaded.value ? 'No calls yet.' : 'Loading …'}</p>
      )}
      <Lines
        rows={recent.value}
        label="Latest entries, newest first"
        today={useComputed(() => toDay(accountNow.value)).value}
      />
    </section>
  )
}

function recentOf(all: readonly Entry[]): readonly Entry[] {
  const recent: Entry[] = []
  for (const item of all) {
    if (item.type === 'event' || item.id === 'start_1') continue
    recent.push(item)
    if (recent.length === VISIBLE) break
  }
  return recent
}
