import { refuse } from '../../contract/control/action-error.ts'
import type { Account } from '../account/account.ts'
import type { HandlersOf } from './handler.ts'
import { rotate } from './initial-state.ts'

export const keyActions = {
  rotate_key: rotateKey,
  revoke_key: revokeKey,
} satisfies HandlersOf<'key'>

/** Authentication, 3: the old key stops working at once. Free accounts cannot create keys. */
function rotateKey(account: Account) {
  if (account.state.plan === 'free') refuse('free_plan', 'a Free account cannot create API keys')
  const key = rotate(account)
  account.host.keys.register(account)
  if (account.choices.rotation_resets_burst) {
    account.state.usage.burst = null // Limits, Burst: per API key
    account.reschedule()
  }
  return { api_key: key }
}

function revokeKey(account: Account) {
  if (account.state.key.status === 'revoked') refuse('key_revoked', 'the key is already revoked')
  account.state.key.status = 'revoked'
  return {}
}
