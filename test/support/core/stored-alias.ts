import type { StoredAlias } from '../../../src/contract/state.ts'

/** An alias as it is stored; whatever is not given is as after an empty creation. */
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
