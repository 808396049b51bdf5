import type { Position } from '../aliases/alias.ts'
import { storedBounds } from '../../contract/values/bounds.ts'
import type { ChoiceId } from '../../contract/choices/choices.ts'
import type { AliasStore } from '../aliases/alias-store.ts'
import type { CallResult } from './call-result.ts'
import type { PageResponse } from '../aliases/page-response.ts'

/** The requested page, validated. */
export type PageRequest = {
  limit: number
  /** Was no limit requested? */
  isDefault: boolean
  position: Position | null
}

export type PageResult = CallResult & { response: PageResponse }

/** A page that can be sent again; null once the cache has dropped it. */
export type CachedPage = { result: PageResult | null }

const MAX_PAGE_BYTES = storedBounds.cachedPageBytes.max

/** Limits the memory of cached pages; when it is exceeded, all of them are dropped. */
export class PageCache {
  readonly #pages = new Set<CachedPage>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number = storedBounds.cachedPagesBytes.max) {
    this.#maxBytes = maxBytes
  }

  /** Adds a page; returns false when it is too large. */
  add(page: CachedPage): boolean {
    const bytes = weigh(page)
    if (bytes > MAX_PAGE_BYTES) return false
    if (this.#bytes + bytes > this.#maxBytes) for (const each of this.#pages) this.remove(each)
    this.#pages.add(page)
    this.#bytes += bytes
    return true
  }

  remove(page: CachedPage): void {
    if (!this.#pages.delete(page)) return
    this.#bytes -= weigh(page)
    page.result?.response.forgetText()
    page.result = null
  }
}

/** Memory of the alias texts and of the page as one string, which may take two bytes per character. */
function weigh({ result }: CachedPage): number {
  return result === null ? 0 : 3 * result.response.weight
}

/** The latest page of an alias store and the request for it, valid until the store changes. */
export type Listed = CachedPage & {
  requested: PageRequest
  changes: number
  assumptions: readonly ChoiceId[]
}

export type ListedPages = {
  last: (store: AliasStore) => Listed | undefined
  /** Keeps a page in the place of the last one. */
  keep: (store: AliasStore, page: Listed) => void
}

const lastListed = new WeakMap<AliasStore, Listed>()
const cache = new PageCache()

/** Keeps the latest page of each store, while there is room. */
export const keptPages: ListedPages = {
  last: (store) => lastListed.get(store),
  keep(store, page) {
    const before = lastListed.get(store)
    if (before) cache.remove(before)
    if (cache.add(page)) lastListed.set(store, page)
  },
}

export const noPages: ListedPages = { last: () => undefined, keep: () => {} }
