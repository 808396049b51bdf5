import type { StoredAlias } from '../../contract/state.ts'

/** An alias in memory: the stored fields, and what the alias store adds. */
export type Alias = StoredAlias & {
  /** Memory that it needs without its cached texts. */
  bytes: number
  /** Cached text for `/v1`; set only by the cache of these texts. */
  json: string | null
  /** Size of that text, once the alias has been listed. */
  jsonBytes: number
  /** Cached text for storage; set only by the cache of these texts. */
  stored: string | null
  /** The alias was removed; only indexes that were not read since still contain it. */
  isGone: boolean
}

/** An alias that expires unless it is removed first. */
export type Expiring = Alias & { expires_at: number }

export type Order = 'by_id' | 'newest_first' | 'oldest_first'

/** A position in a list: right after this alias, the `seq`-th to be created. */
export type Position = { id: string; seq: number }
