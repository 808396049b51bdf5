import { useState } from 'preact/hooks'
import { groupOf, scenarioGroups } from '../../labels/scenario-groups.ts'
import { attempt, client } from '../../state/client.ts'
import { openDialog } from '../../state/open-dialog.ts'
import { go } from '../../state/route.ts'
import { scenarios } from '../../state/store.ts'

/** Creates an account with a key, clock, limits and faults of its own, and opens it. */
export function NewAccount() {
  const [scenario, setScenario] = useState('plus')
  const [name, setName] = useState('')
  const make = async () => {
    const body = { scenario, ...(name !== '' && { name }) }
    const made = await attempt('page', () => client.value.ask('POST accounts', { body }))
    if (!made) return
    go({ account: made.name, screen: 'live' })
    openDialog.value = 'connect' // its client needs the key
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <label class="field">
        <span>Scenario</span>
        <select value={scenario} onChange={({ currentTarget }) => setScenario(currentTarget.value)}>
          {scenarioGroups.map((group) => {
            const cards = scenarios.value.filter((card) => groupOf(card.name) === group)
            return (
              cards.length > 0 && (
                <optgroup key={group} label={group}>
                  {cards.map((card) => (
                    <option key={card.name} value={card.name}>
                      {card.title}
                    </option>
                  ))}
                </optgroup>
              )
            )
          })}
        </select>
      </label>
      <label class="field">
        <span>Name (optional)</span>
        <input
          value={name}
          maxLength={100}
          autocapitalize="off"
          spellcheck={false}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary">
        Create account
      </button>
    </form>
  )
}
