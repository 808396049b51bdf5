import { useComputed } from '@preact/signals'
import { toNumber } from '../../../text/numbers.ts'
import { outcomeLabel } from '../../../words/outcomes.ts'
import { items } from '../../state/story.ts'
import { MAX_TEXT } from './filter-query.ts'
import { kindOf, kinds, type Kind } from './matches.ts'
import { kind, outcome, setFilter, text } from './story-view.ts'

/** The filters of the list: by kind, by outcome, and by any text in an entry. */
export function StoryFilters() {
  return (
    <div class="row story-filters" role="search" aria-label="Filter the story">
      <Kinds />
      <Outcomes />
      <Search />
    </div>
  )
}

function Kinds() {
  const counts = useComputed(() => countsOf(items.value.map(kindOf)))

  const ofAll = countsOf(items.value.map((item) => kindOf(item) !== null)).get(true) ?? 0
  return (
    <div class="segments" role="group" aria-label="Kind">
      {(Object.keys(kinds) as Kind[]).map((each) => {
        const count = each === 'all' ? ofAll : (counts.value.get(each) ?? 0)
        return (
          <button
            key={each}
            type="button"
            aria-pressed={kind.value === each}
            onClick={() => setFilter({ kind: each })}
          >
            {kinds[each]} <small>{toNumber(count)}</small>
          </button>
        )
      })}
    </div>
  )
}

function Outcomes() {
  const counts = useComputed(() =>
    countsOf<string>(items.value.flatMap((item) => (item.type === 'call' ? [item.outcome] : []))),
  )
  const known = [...counts.value].toSorted((a, b) => b[1] - a[1])
  const isGone = outcome.value !== '' && !counts.value.has(outcome.value)
  return (
    <label class="field">
      <span class="unseen">Outcome</span>
      <select
        value={outcome.value}
        disabled={kind.value === 'actions' || kind.value === 'clock'}
        onChange={({ currentTarget }) => setFilter({ outcome: currentTarget.value })}
      >
        <option value="">All outcomes</option>
        {known.map(([name, count]) => (
          <option key={name} value={name}>
            {outcomeLabel(name)} ({toNumber(count)})
          </option>
        ))}
        {isGone && <option value={outcome.value}>{outcomeLabel(outcome.value)} (0)</option>}
      </select>
    </label>
  )
}

function Search() {
  return (
    <label class="field grow">
      <span class="unseen">Search the story</span>
      <input
        type="search"
        value={text.value}
        maxLength={MAX_TEXT}
        placeholder="Search"
        onInput={({ currentTarget }) => setFilter({ text: currentTarget.value })}
      />
    </label>
  )
}

function countsOf<Value>(values: readonly Value[]): ReadonlyMap<Value, number> {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
