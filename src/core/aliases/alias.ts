import type { StoredAlias } from '../../contract/state/state.ts'

/** An alias in memory. It never changes, so copies of a store share it. */
export type Alias = Readonly<Omit<StoredAlias, 'created_at'>> & {
  /** In seconds; null if it was created when the account started. */
  readonly created_at: number | null
}

/** An alias to be added; null as its creation means when the account started. */
export type NewStoredAlias = Omit<StoredAlias, 'created_at'> & Pick<Alias, 'created_at'>

/** New values of fields that can change. */
export type AliasChanges = Partial<Omit<NewStoredAlias, 'id' | 'seq'>>

/** An alias that expires unless it is removed first. */
export type ExpiringAlias = Alias & { readonly expires_at: number }

export type Order = 'by_id' | 'newest_first' | 'oldest_first'

/** A position in a list: right after this alias, the `seq`-th to be created. */
export type Position = { id: string; seq: number }

/** Copies field by field: an object made by spreading needs 40 bytes more. */
export function toAlias(stored: NewStoredAlias): Alias {
  return {
    id: stored.id,
    seq: stored.seq,
    status: stored.status,
    created_at: stored.created_at,
    forward_count: stored.forward_count,
    note: stored.note,
    source: stored.source,
    label: stored.label,
    category: stored.category,
    single_use: stored.single_use,
    expires_at: stored.expires_at,
    replies_enabled: stored.replies_enabled,
    suspended_reason: stored.suspended_reason,
  }
}

function hasExpiry(alias: Alias): alias is ExpiringAlias {
  return alias.expires_at !== null
}

/** An expired alias can stay, under some choices; its time does not come again. */
export function willExpire(alias: Alias): alias is ExpiringAlias {
  return hasExpiry(alias) && alias.status !== 'expired'
}
