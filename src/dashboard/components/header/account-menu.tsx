import { go, route } from '../../state/route.ts'
import { accounts } from '../../state/store.ts'

/** Chooses the account. */
export function AccountMenu() {
  const { account: name, screen } = route.value
  const names = accounts.value.includes(name) ? accounts.value : [name, ...accounts.value]
  return (
    <select
      aria-label="Account"
      value={name}
      onChange={({ currentTarget }) => go({ account: currentTarget.value, screen })}
    >
      {names.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </select>
  )
}
