import type { StoredAlias } from '../../contract/state/state.ts'

/** An alias in memory. It never changes, so copies of a store share it. */
export type Alias = Readonly<StoredAlias>

/** New values of fields that can change. */
export type AliasChanges = Partial<Omit<Alias, 'id' | 'seq'>>

/** An alias that expires unless it is removed first. */
export type ExpiringAlias = Alias & { readonly expires_at: number }

export type Order = 'by_id' | 'newest_first' | 'oldest_first'

/** A position in a list: right after this alias, the `seq`-th to be created. */
export type Position = { id: string; seq: number }

/** An expired alias can stay, under some choices; its time does not come again. */
export function willExpire(alias: Alias): alias is ExpiringAlias {
  return alias.expires_at !== null && alias.status !== 'expired'
}
