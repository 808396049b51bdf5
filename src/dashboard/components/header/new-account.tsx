import { useState } from 'preact/hooks'
import { groupOf, scenarioGroups } from '../../labels/scenario-groups.ts'
import { attempt, client } from '../../state/client.ts'
import { openDialog } from '../../state/open-dialog.ts'
import { go } from '../../state/route.ts'
import { scenarios } from '../../state/store.ts'
import { ChoiceField, TextField } from '../form/field.tsx'
import { Form } from '../form/form.tsx'

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
  const groups = scenarioGroups.map((group) => {
    const cards = scenarios.value.filter((card) => groupOf(card.name) === group)
    return [group, cards.map((card) => [card.name, card.title] as const)] as const
  })
  return (
    <Form onSubmit={make}>
      <ChoiceField label="Scenario" value={scenario} groups={groups} onChange={setScenario} />
      <TextField
        label="Name (optional)"
        value={name}
        maxLength={100}
        autocapitalize="off"
        spellcheck={false}
        onInput={setName}
      />
      <button type="submit" class="primary">
        Create account
      </button>
    </Form>
  )
}
