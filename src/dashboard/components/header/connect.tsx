import { host } from '../../state/host.ts'
import { account } from '../../state/store.ts'
import { Menu } from '../menu.tsx'

/** The address and the key that a client needs. */
export function Connect() {
  return (
    <Menu name="connect" label="Connect" title="Connect your client">
      <dl>
        <dt>Base URL</dt>
        <dd>
          <code>{host.value.url}</code>
        </dd>
        <dt>API key</dt>
        <dd>
          <code>{account.value!.api_key}</code>
        </dd>
      </dl>
    </Menu>
  )
}
