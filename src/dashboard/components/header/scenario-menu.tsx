import { useState } from 'preact/hooks'
import type { ScenarioCard } from '../../../contract/control/control-shapes.ts'
import { countOf } from '../../../text/numbers.ts'
import { groupOf, scenarioGroups } from '../../labels/scenario-groups.ts'
import { attempt, client } from '../../state/client.ts'
import { isReadOnly, READ_ONLY } from '../../state/host.ts'
import { openDialog } from '../../state/open-dialog.ts'
import { perform } from '../../state/perform.ts'
import { account, accounts, refresh, scenarios } from '../../state/store.ts'
import { tell } from '../../state/told.ts'
import { TextField } from '../form/field.tsx'
import { Menu } from '../menu.tsx'
import { ToldLine } from '../told-line.tsx'
import { ScenarioFile } from './scenario-file.tsx'

/** Starts the account over, in its scenario or in another one. */
export function ScenarioMenu() {
  const { scenario } = account.value!
  const title = scenarios.value.find(({ name }) => name === scenario)?.title ?? scenario
  const label = (
    <>
      <small>Scenario</small> <bdi>{title}</bdi>
    </>
  )
  return (
    <Menu name="scenario" label={label} title="Scenario">
      <ToldLine place="page" />
      {isReadOnly.value && <p>{READ_ONLY}</p>}
      <fieldset disabled={isReadOnly.value}>
        <Scenarios />
      </fieldset>
    </Menu>
  )
}

const close = () => (openDialog.value = null)

function Scenarios() {
  const [search, setSearch] = useState('')
  const requested = search.trim().toLowerCase()
  const found = scenarios.value.filter(({ name, title, summary }) =>
    [name, title, summary].some((text) => text.toLowerCase().includes(requested)),
  )
  const start = async (action: 'reset' | 'load_scenario', args: object) => {
    if (await perform('page', action, args)) close()
  }
  return (
    <>
      <p>
        A scenario says how an account starts: plan, limits, aliases, faults, clock. Starting over
        keeps the name, the key and the history, and can be undone.
      </p>
      <div class="row">
        <button type="button" onClick={() => void start('reset', {})}>
          Start this account over
        </button>
        <StartAllOver />
      </div>
      <ScenarioFile onLoad={(scenario) => start('load_scenario', { scenario })} />
      <TextField
        label="Search"
        type="search"
        dir="auto"
        value={search}
        placeholder="payment, limit, key …"
        onInput={setSearch}
      />
      <p role="status">{requested !== '' && `${countOf(found.length, 'scenario')} found.`}</p>
      {scenarioGroups.map((group) => (
        <Group
          key={group}
          group={group}
          cards={found.filter(({ name }) => groupOf(name) === group)}
          onUse={(scenario) => void start('load_scenario', { scenario })}
        />
      ))}
    </>
  )
}

type GroupProps = {
  group: string
  cards: readonly ScenarioCard[]
  onUse: (scenario: string) => void
}

function Group({ group, cards, onUse }: GroupProps) {
  if (cards.length === 0) return null
  return (
    <section aria-label={group}>
      <h3>{group}</h3>
      <ul class="choices">
        {cards.map(({ name, title, summary }) => (
          <li key={name}>
            <button
              type="button"
              aria-current={account.value?.scenario === name ? 'true' : undefined}
              onClick={() => onUse(name)}
            >
              <b dir="auto">{title}</b> <small dir="auto">{summary}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const MAX_NAMED = 5

/** Starts every account over, after it was asked, where there are others. */
function StartAllOver() {
  const [isAsking, setAsking] = useState(false)
  const others = accounts.value.filter((name) => name !== 'default')
  if (others.length === 0) return null
  const reset = async () => {
    if (!(await attempt('page', () => client.value.ask('POST reset')))) return
    await refresh()
    tell('page', 'The account default is as it started; the others were deleted.')
    close()
  }
  const named = others.slice(0, MAX_NAMED).join(', ')
  const rest = others.length > MAX_NAMED ? ', …' : ''
  return isAsking ? (
    <div role="alert">
      <p>
        {countOf(others.length, 'account')} will be deleted for good:{' '}
        <bdi>
          {named}
          {rest}
        </bdi>
        .
      </p>
      <button type="button" class="danger" onClick={() => void reset()}>
        Delete them and start over
      </button>
    </div>
  ) : (
    <button type="button" onClick={() => setAsking(true)}>
      Start all accounts over …
    </button>
  )
}
