import type { StoredAlias } from '../../contract/state.ts'

/**
 * An alias in memory: the stored fields, which never change, and what the alias store adds. Copies
 * of a store share their aliases.
 */
export type Alias = Readonly<StoredAlias> & {
  /** Memory that it needs without its cached texts. */
  readonly bytes: number
  /** Cached text for `/v1`; set only by the cache of these texts. */
  json: string | null
  /** Size of that text, once the alias has been listed. */
  jsonBytes: number
  /** Cached text for storage; set only by the cache of these texts. */
  stored: string | null
}

/** An alias that expires unless it is removed first. */
export type Expiring = Alias & { expires_at: number }

export type Order = 'by_id' | 'newest_first' | 'oldest_first'

/** A position in a list: right after this alias, the `seq`-th to be created. */
export type Position = { id: string; seq: number }
