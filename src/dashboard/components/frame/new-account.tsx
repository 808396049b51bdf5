import { useState } from 'preact/hooks'
import { SandboxError } from '../../../client/error.ts'
import { withFullStop } from '../../../words/capitals.ts'
import { groupOf, scenarioGroups } from '../../labels/scenario-groups.ts'
import { refreshAccounts, scenarios } from '../../state/account.ts'
import { client, lock } from '../../state/client.ts'
import { copy } from '../../state/browser/clipboard.ts'
import { showMade } from '../../state/message.ts'
import { go } from '../../state/route.ts'
import { once } from '../../state/under-way.ts'
import { Dialog } from '../dialog.tsx'

/** Creates an account, and opens it. */
export function NewAccount({ onClose }: { onClose: () => void }) {
  const [scenario, setScenario] = useState('plus')
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const make = async () => {
    const request = { scenario, ...(name !== '' && { name }) }
    const made = await once('create', () => create(request, setProblem))
    if (!made) return
    onClose()
    const said = `Account ${made.name} was created. Its API key is ${made.api_key}.`
    showMade(said, made, () => void copy(made.api_key, 'The API key was copied.'))
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
      <p class="hint">An account of your own: with its key, clock, limits and faults.</p>
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
          placeholder="anna"
          autocapitalize="off"
          spellcheck={false}
          aria-invalid={problem !== null}
          aria-describedby="new-account-problem"
          onInput={({ currentTarget }) => {
            setName(currentTarget.value)
            setProblem(null)
          }}
        />
      </label>
      <p id="new-account-problem" class="problem" role="alert">
        {problem}
      </p>
    </Dialog>
  )
}

/** The page is covered by the dialog, so that a refusal is told in it. */
async function create(request: object, onRefused: (message: string) => void) {
  try {
    return await client.value.ask('POST accounts', { body: request })
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    if (error.status === 401) lock()
    else onRefused(withFullStop(error.message))
    return undefined
  }
}
