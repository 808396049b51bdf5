import type { Account } from '../account/account.ts'
import type { Alias, NewStoredAlias } from '../aliases/alias.ts'
import { toSeconds } from '../clock/times.ts'

/** A validated request for a new alias. */
export type NewAlias = {
  label: string
  note: string
  source: string
  category: string
  single_use: boolean
  expires_at: number | null
}

/** Returns an alias as an empty request makes it. */
export const unsetAlias = (): NewAlias => ({
  label: '',
  note: '',
  source: '',
  category: '',
  single_use: false,
  expires_at: null,
})

/** Adds the next alias to an account. */
export function addAlias(account: Account, id: string, requested: RequestedAlias): Alias {
  return account.aliases.add(nextAlias(account, id, requested))
}

type RequestedAlias = NewAlias & Partial<NewStoredAlias>

/** The next alias; it is active, new and created now, unless other fields are given. */
function nextAlias(account: Account, id: string, requested: RequestedAlias): NewStoredAlias {
  const { state } = account
  const { created_at } = requested
  state.aliases_made += 1
  return {
    id,
    seq: state.aliases_made,
    status: requested.status ?? 'active',
    created_at: created_at === undefined ? toSeconds(account.now) : created_at,
    forward_count: requested.forward_count ?? 0,
    note: requested.note,
    source: requested.source,
    label: requested.label,
    category: requested.category,
    single_use: requested.single_use,
    expires_at: requested.expires_at,
    replies_enabled: requested.replies_enabled,
    suspended_reason: requested.suspended_reason,
  }
}
