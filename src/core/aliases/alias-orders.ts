import type { Alias, Expiring, NewStoredAlias } from './alias.ts'
import { idRank } from './id-rank.ts'
import type { Ordering } from './sorted/sorted-nodes.ts'

export const byId: Ordering<Alias> = { rank: ({ id }) => idRank(id), tie: ({ id }) => id }
export const bySeq: Ordering<Alias> = { rank: ({ seq }) => seq, tie: () => 0 }
export const byExpiry: Ordering<Expiring> = {
  rank: ({ expires_at }) => expires_at,
  tie: ({ seq }) => seq,
}
export const inOrderOfText: Ordering<string> = { rank: idRank, tie: (id) => id }

/** Copies field by field: an object made by spreading needs 40 bytes more. */
export function toAlias(stored: NewStoredAlias, bytes: number): Alias {
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
    bytes,
    textOwner: null,
    textNumber: 0,
  }
}

export function hasExpiry(alias: Alias): alias is Expiring {
  return alias.expires_at !== null
}
