import { useState } from 'preact/hooks'
import { accounts, refreshAccounts, scenarios } from '../state/account.ts'
import { attempt, client } from '../state/client.ts'
import { showDone } from '../state/message.ts'
import { go, route } from '../state/route.ts'
import { Dialog } from './dialog.tsx'

/** Selects the account: several testers can share one sandbox, each with a separate account. */
export function AccountSwitcher() {
  const [isMaking, setMaking] = useState(false)
  const { account: name, screen } = route.value
  const names = accounts.value.includes(name) ? accounts.value : [name, ...accounts.value]
  return (
    <div class="switcher">
      <label>
        <span>Account</span>
        <select
          value={name}
          onChange={({ currentTarget }) => go({ account: currentTarget.value, screen })}
        >
          {names.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <button type="button" onClick={() => setMaking(true)}>
        New account
      </button>
      {isMaking && <NewAccount onClose={() => setMaking(false)} />}
    </div>
  )
}

function NewAccount({ onClose }: { onClose: () => void }) {
  const [scenario, setScenario] = useState('plus')
  const [name, setName] = useState('')
  const make = async () => {
    const made = await attempt(() =>
      client.value.createAccount({ scenario, ...(name !== '' && { name }) }),
    )
    if (!made) return
    onClose()
    showDone(`Account ${made.name} created. Its API key is ${made.api_key}`)
    await refreshAccounts()
    go({ account: made.name, screen: 'overview' })
  }
  return (
    <Dialog
      title="New account"
      onClose={onClose}
      onSubmit={() => void make()}
      action="Create account"
    >
      <label class="field">
        <span>Scenario</span>
        <select value={scenario} onChange={({ currentTarget }) => setScenario(currentTarget.value)}>
          {scenarios.value.map((card) => (
            <option key={card.name} value={card.name}>
              {card.title}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Name (optional)</span>
        <input
          value={name}
          maxLength={100}
          placeholder="anna"
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
    </Dialog>
  )
}
