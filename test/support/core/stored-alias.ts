import type { StoredAlias } from '../../../src/contract/state/state.ts'
import { AliasStore } from '../../../src/core/aliases/alias-store.ts'

/** A stored alias; omitted fields are as after a creation with an empty body. */
export function storedAlias(id: string, seq: number, more: Partial<StoredAlias> = {}): StoredAlias {
  return {
    id,
    seq,
    status: 'active',
    created_at: 0,
    forward_count: 0,
    note: '',
    source: '',
    label: '',
    category: '',
    single_use: false,
    expires_at: null,
    ...more,
  }
}

/** A store of these aliases, and of these ids of removed ones. */
export function storeWith(aliases: readonly StoredAlias[], removed: readonly string[]): AliasStore {
  return AliasStore.of(aliases, removed)
}
