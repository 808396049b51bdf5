import { ActionButton } from '../../components/action-button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Reasons } from '../../components/form/reasons.tsx'
import { account } from '../../state/account.ts'
import { whyNot } from '../../state/possible.ts'

const keyHints = {
  active: '',
  rotated: 'The first key of this account was replaced: calls with it get 401.',
  revoked: 'This key was revoked: calls with it get 401.',
} as const

/** What a client needs: the address and the key. */
export function ConnectCard() {
  const { api_key: key, key_status: status } = account.value!
  const { origin } = location
  return (
    <section class="card" aria-labelledby="connect">
      <h2 id="connect">Connect your client</h2>
      <dl class="pairs connect">
        <dt>Base URL</dt>
        <dd>
          <code>{origin}</code>{' '}
          <CopyButton text={() => origin} said="The base URL was copied.">
            Copy URL
          </CopyButton>
        </dd>
        <dt>API key</dt>
        <dd>
          <code>{key}</code>{' '}
          <CopyButton text={() => key} said="The API key was copied.">
            Copy key
          </CopyButton>
        </dd>
      </dl>
      <p class="hint">{keyHints[status]}</p>
      <Reasons>
        <div class="row">
          <ActionButton action="rotate_key" refused={whyNot('rotate_key')}>
            Rotate key
          </ActionButton>
          <ActionButton action="revoke_key" refused={whyNot('revoke_key')}>
            Revoke key
          </ActionButton>
        </div>
      </Reasons>
    </section>
  )
}
