import { useState } from 'preact/hooks'
import type { ScenarioCard } from '../../../contract/control/control-shapes.ts'
import { countOf } from '../../../text/numbers.ts'
import { groupOf, scenarioGroups } from '../../labels/scenario-groups.ts'
import { account, scenarios } from '../../state/account.ts'
import { perform } from '../../state/perform.ts'
import { ScenarioFile } from './scenario-file.tsx'

/** All scenarios by what they are about, and a form for the user's own files. */
export function ScenariosScreen() {
  const [search, setSearch] = useState('')
  const requested = search.trim().toLowerCase()
  const visible = scenarios.value.filter(({ name, title, summary }) =>
    [name, title, summary].some((text) => text.toLowerCase().includes(requested)),
  )
  return (
    <>
      <div class="columns">
        <section class="card row scenario-search" aria-label="Find a scenario">
          <label class="field grow">
            <span>Search</span>
            <input
              type="search"
              dir="auto"
              value={search}
              placeholder="payment, limit, key …"
              onInput={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          </label>
          <p class="hint" role="status">
            {countOf(visible.length, 'scenario')}
          </p>
          <p class="hint whole">
            A scenario replaces what this account has: plan, limits, aliases, faults, clock. It
            keeps its name and key, and Undo brings everything back.
          </p>
        </section>
        <ScenarioFile />
      </div>
      {visible.length === 0 && scenarios.value.length > 0 && (
        <div class="row nothing">
          <p class="hint">
            No scenario matches “<bdi>{search.trim()}</bdi>”.
          </p>
          <button type="button" onClick={() => setSearch('')}>
            Show all scenarios
          </button>
        </div>
      )}
      {scenarioGroups.map((group) => (
        <Group
          key={group}
          group={group}
          cards={visible.filter(({ name }) => groupOf(name) === group)}
        />
      ))}
    </>
  )
}

function Group({ group, cards }: { group: string; cards: readonly ScenarioCard[] }) {
  if (cards.length === 0) return null
  const id = `group-${group.replaceAll(' ', '-')}`
  return (
    <section class="group" aria-labelledby={id}>
      <h2 id={id}>{group}</h2>
      <ul class="cards">
        {cards.map((card) => (
          <Card key={card.name} card={card} />
        ))}
      </ul>
    </section>
  )
}

function Card({ card: { name, title, summary, key } }: { card: ScenarioCard }) {
  const isHere = account.value?.scenario === name
  const use = () => perform('load_scenario', { scenario: name })
  return (
    <li class={`card ${isHere ? 'here' : ''}`}>
      <h3 dir="auto">{title}</h3>
      <p dir="auto">{summary}</p>
      <p class="hint">
        Key that starts here: <code>{key}</code>
      </p>
      <div class="row">
        <button
          type="button"
          aria-label={`Use on this account: ${title}`}
          onClick={() => void use()}
        >
          Use on this account
        </button>
        {isHere && <span class="chip">in use</span>}
      </div>
    </li>
  )
}
