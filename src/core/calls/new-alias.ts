import type { Account } from '../account/account.ts'
import type { Alias } from '../aliases/alias.ts'
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

/** Adds the next alias to an account; it is active, new and created now, unless other fields are given. */
export function addAlias(
  account: Account,
  id: string,
  requested: NewAlias & Partial<Alias>,
): Alias {
  const { state, now } = account
  state.aliases_made += 1
  const fresh = { status: 'active', created_at: toSeconds(now), forward_count: 0 } as const
  return account.aliases.add({ id, seq: state.aliases_made, ...fresh, ...requested })
}
