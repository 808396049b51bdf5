import { useState } from 'preact/hooks'
import { ActionButton } from '../../components/action-button.tsx'
import { account, scenarios } from '../../state/account.ts'
import { ScenarioFile } from './scenario-file.tsx'

/** All scenarios, and a form for the user's own files. */
export function ScenariosScreen() {
  const [search, setSearch] = useState('')
  const requested = search.trim().toLowerCase()
  const visible = scenarios.value.filter(({ name, title, summary }) =>
    [name, title, summary].some((text) => text.toLowerCase().includes(requested)),
  )
  return (
    <>
      <ScenarioFile />
      <label class="field inline">
        <span>Search</span>
        <input
          type="search"
          dir="auto"
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </label>
      <ul class="cards">
        {visible.map(({ name, title, summary, key }) => {
          const isHere = account.value?.scenario === name
          return (
            <li key={name} class={`card ${isHere ? 'here' : ''}`}>
              <h2 dir="auto">{title}</h2>
              <p dir="auto">{summary}</p>
              <p class="hint">
                <code>{key}</code>
              </p>
              <div class="row">
                <ActionButton
                  action="load_scenario"
                  args={{ scenario: name }}

                  label={`Use on this account: ${title}`}
                >
                  Use on this account
                </ActionButton>
                {isHere && <span class="chip">in use</span>}
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}
