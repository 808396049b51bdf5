import { ActionButton } from '../../components/action-button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { FoldingCard } from '../../components/folding-card.tsx'
import { lazy } from '../../components/lazy.tsx'
import { Reasons } from '../../components/form/reasons.tsx'
import { account } from '../../state/account.ts'
import { whyNot } from '../../state/possible.ts'

const FirstCall = lazy(
  async () => (await import('./first-call.tsx')).FirstCall,
  () => <div class="first-call" />,
)

const keyHints = {
  active: '',
  rotated: 'The first key of this account was replaced: calls with it get 401.',
  revoked: 'This key was revoked: calls with it get 401.',
} as const

type ConnectCardProps = {
  /** Whether a client is connected already. */
  isRare?: boolean
}

/** The address and the key that a client needs, and a first call to paste. */
export function ConnectCard({ isRare = false }: ConnectCardProps) {
  if (!isRare) {
    return (
      <section class="card" aria-labelledby="connect">
        <h2 id="connect">Connect your client</h2>
        <Connection />
      </section>
    )
  }
  return (
    <FoldingCard id="connect" title="Connect your client" state="URL, key" isRare>
      <Connection />
    </FoldingCard>
  )
}

function Connection() {
  const { api_key: key, key_status: status } = account.value!
  const { origin } = location
  return (
    <>
      <dl class="connect">
        <dt>Base URL</dt>
        <dd>
          <code>{origin}</code>
          <CopyButton text={() => origin} said="The base URL was copied.">
            Copy URL
          </CopyButton>
        </dd>
        <dt>API key</dt>
        <dd>
          <code>{key}</code>
          <CopyButton text={() => key} said="The API key was copied.">
            Copy key
          </CopyButton>
        </dd>
      </dl>
      {status !== 'active' && <p class="hint">{keyHints[status]}</p>}
      <FirstCall origin={origin} apiKey={key} />
      <Reasons>
        <div class="row">
          <ActionButton action="rotate_key" kind="quiet" refused={whyNot('rotate_key')}>
            Rotate key
          </ActionButton>
          <ActionButton action="revoke_key" kind="quiet" refused={whyNot('revoke_key')}>
            Revoke key
          </ActionButton>
        </div>
      </Reasons>
    </>
  )
}
