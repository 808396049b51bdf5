import { shorten } from '../../../../text/escape.ts'
import { outcomeLabel } from '../../../../words/outcomes.ts'
import { countOf } from '../../../../text/numbers.ts'
import { Select } from '../../../components/form/select.tsx'
import { entries } from '../../../state/history.ts'
import { filter, kinds, MAX_TEXT, setFilter, type Kind } from './filter.ts'
import { aliasOf } from './matches.ts'

/** The most characters of a label in the list of aliases. */
const MAX_LABEL = 40

/** The filters of the history: by kind, by alias, and by any text in an entry. */
export function FilterBar() {
  const { kind, alias, outcome, choice, text, only } = filter.value
  return (
    <div class="filters" role="search" aria-label="Filter the history">
      <div class="segments" role="group" aria-label="Kind">
        {(Object.keys(kinds) as Kind[]).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={kind === each}
            onClick={() => setFilter({ kind: each })}
          >
            {kinds[each]}
          </button>
        ))}
      </div>
      <AliasFilter alias={alias} />
      <input
        type="search"
        aria-label="Search the history"
        dir="auto"
        value={text}
        maxLength={MAX_TEXT}
        placeholder="Search"
        onInput={({ currentTarget }) => setFilter({ text: currentTarget.value })}
      />
      {outcome !== '' && (
        <Chip end={() => setFilter({ outcome: '' })}>{outcomeLabel(outcome)}</Chip>
      )}
      {choice !== '' && <Chip end={() => setFilter({ choice: '' })}>rest on one choice</Chip>}
      {only.length > 0 && (
        <Chip end={() => setFilter({ only: [] })}>{countOf(only.length, 'entry', 'entries')}</Chip>
      )}
    </div>
  )
}

/** A part of the filter that came with a link. */
function Chip({ children, end }: { children: string; end: () => void }) {
  return (
    <button type="button" class="chip" aria-label={`Show more than “${children}”`} onClick={end}>
      {children} ✕
    </button>
  )
}

/** The most aliases that the list of the filter offers: the newest. */
const OFFERED = 100

function AliasFilter({ alias }: { alias: string }) {
  const offered = new Map<string, string>(alias === '' ? [] : [[alias, '']])
  for (const entry of entries.value) {
    const { id, label } = aliasOf(entry) ?? {}
    if (id === undefined || (offered.size >= OFFERED && !offered.has(id))) continue
    if (!offered.get(id)) offered.set(id, label ?? '')
  }
  return (
    <Select
      label="Alias"
      value={alias}
      options={[['', 'All aliases'], ...[...offered].map(toOption)]}
      onChange={(chosen) => setFilter({ alias: chosen })}
    />
  )
}

function toOption([id, label]: [string, string]): [string, string] {
  return [id, label === '' ? id : `${shorten(label, MAX_LABEL)} (${id})`]
}
