import { useMemo, useState } from 'preact/hooks'
import { accounts } from '../state/account.ts'
import { go, route } from '../state/route.ts'
import { source } from '../state/source.ts'
import { lazy } from './lazy.tsx'

const NewAccount = lazy(
  async () => (await import('./frame/new-account.tsx')).NewAccount,
  () => null,
)

/** Selects the account: several testers can share one sandbox, each with a separate account. */
export function AccountSwitcher() {
  const [isMaking, setMaking] = useState(false)
  const { account: name, screen } = route.value
  const names = accounts.value.includes(name) ? accounts.value : [name, ...accounts.value]
  // A sandbox can have thousands of accounts: the list is made again only if a name changes.
  const options = useMemo(
    () =>
      names.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      )),
    [names.join('\n')],
  )
  return (
    <div class="switcher">
      <label>
        <span>Account</span>
        <select
          value={name}
          onChange={({ currentTarget }) => go({ account: currentTarget.value, screen })}
        >
          {options}
        </select>
      </label>
      {!source.value.isWhole && (
        <button type="button" aria-label="New account" onClick={() => setMaking(true)}>
          <span aria-hidden="true">+</span>
          <span class="wide-only"> New account</span>
        </button>
      )}
      {isMaking && <NewAccount onClose={() => setMaking(false)} />}
    </div>
  )
}
