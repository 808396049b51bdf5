import { useState } from 'preact/hooks'
import { ChoiceField, TextField } from '../../../../components/form/field.tsx'
import { Form } from '../../../../components/form/form.tsx'
import { accountNow } from '../../../../state/account-clock.ts'
import { perform } from '../../../../state/perform.ts'

const lifetimes = [
  ['', 'never'],
  ['600', 'in 10 minutes'],
  ['86400', 'in 1 day'],
  ['2592000', 'in 30 days'],
] as const

/** Creates an alias as the service's own dashboard does, so that it does not count toward the API limits. */
export function AliasForm() {
  const [label, setLabel] = useState('')
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number][0]>('')
  const [isSingle, setSingle] = useState(false)
  const make = async () => {
    const made = await perform('aliases', 'create_alias', {
      label,
      single_use: isSingle,
      ...(lifetime !== '' && {
        expires_at: Math.floor(accountNow.value / 1_000) + Number(lifetime),
      }),
    })
    if (made) setLabel('')
  }
  return (
    <details>
      <summary>New alias …</summary>
      <Form label="New alias" onSubmit={make}>
        <TextField label="Label" dir="auto" value={label} onInput={setLabel} />
        <ChoiceField label="Expires" value={lifetime} options={lifetimes} onChange={setLifetime} />
        <label class="check">
          <input
            type="checkbox"
            checked={isSingle}
            onChange={({ currentTarget }) => setSingle(currentTarget.checked)}
          />
          <span>Single use</span>
        </label>
        <button type="submit">Create alias</button>
      </Form>
    </details>
  )
}
