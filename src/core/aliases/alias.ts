import type { StoredAlias } from '../../contract/state.ts'

/** An alias in memory: what is stored, and what the book keeps of it beside. */
export type Alias = StoredAlias & {
  /** What it needs in memory, without the texts that are kept of it. */
  bytes: number
  /** Its text as `/v1` sends it, while it is kept: set by the cache of these texts only. */
  json: string | null
  /** What that text needs in memory, once it has been listed. */
  jsonBytes: number
  /** Its text as it is stored, while it is kept: set by the cache of these texts only. */
  stored: string | null
  /** It was removed, and only orders that were not looked at since still hold it. */
  isGone: boolean
}

/** An alias that will expire, unless it is removed before. */
export type Expiring = Alias & { expires_at: number }

export type Order = 'by_id' | 'newest_first' | 'oldest_first'

/** A position in a list: right after the alias with this id, the `seq`-th to be created. */
export type Position = { id: string; seq: number }
