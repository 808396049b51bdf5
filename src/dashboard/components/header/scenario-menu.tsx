import { perform } from '../../state/perform.ts'
import { account, scenarios } from '../../state/store.ts'
import { Menu } from '../menu.tsx'
import { Told } from '../told.tsx'

/** Starts the account over in another scenario. */
export function ScenarioMenu() {
  const { scenario } = account.value!
  const title = scenarios.value.find(({ name }) => name === scenario)?.title ?? scenario
  return (
    <Menu name="scenario" label={title} title="Scenario">
      <Told place="scenario" />
      <ul>
        {scenarios.value.map((card) => (
          <li key={card.name}>
            <button
              type="button"
              onClick={() => void perform('scenario', 'load_scenario', { scenario: card.name })}
            >
              {card.title}
            </button>
          </li>
        ))}
      </ul>
    </Menu>
  )
}
