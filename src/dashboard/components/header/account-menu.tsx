import { useState } from 'preact/hooks'
import { countOf } from '../../../text/numbers.ts'
import { isReadOnly } from '../../state/host.ts'
import { openDialog } from '../../state/open-dialog.ts'
import { linkTo, route } from '../../state/route.ts'
import { accounts } from '../../state/store.ts'
import { TextField } from '../form/field.tsx'
import { Menu } from '../menu.tsx'
import { ToldLine } from '../told-line.tsx'
import { NewAccount } from './new-account.tsx'

/** A sandbox can have thousands of accounts. */
const MAX_LISTED = 50
/** From this number on there is a search. */
const MANY = 10

/** Chooses the account: several testers can share one sandbox, each with an account of their own. */
export function AccountMenu() {
  const label = (
    <>
      <small>Account</small> <bdi>{route.value.account}</bdi>
    </>
  )
  return (
    <Menu name="account" label={label} title="Account">
      <ToldLine place="page" />
      <Accounts />
      {!isReadOnly.value && (
        <details>
          <summary>New account</summary>
          <NewAccount />
        </details>
      )}
    </Menu>
  )
}

function Accounts() {
  const [search, setSearch] = useState('')
  const { account: open, screen } = route.value
  const requested = search.trim().toLowerCase()
  const found = accounts.value.filter((name) => name.toLowerCase().includes(requested))
  const listed = found.slice(0, MAX_LISTED)
  return (
    <>
      {accounts.value.length > MANY && (
        <TextField label="Search" type="search" value={search} onInput={setSearch} />
      )}
      <ul class="choices" aria-label="Accounts">
        {listed.map((name) => (
          <li key={name}>
            <a
              href={linkTo({ account: name, screen })}
              aria-current={name === open ? 'true' : undefined}
              onClick={() => (openDialog.value = null)}
            >
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>No account has this in its name.</p>}
      {found.length > listed.length && (
        <p>{countOf(found.length - listed.length, 'more account')}: search for a name.</p>
      )}
    </>
  )
}
