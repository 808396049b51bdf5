import { storedBounds } from '../../contract/bounds.ts'
import type { CallResult } from './call.ts'
import type { PageResponse } from '../aliases/page-response.ts'

export type PageResult = CallResult & { response: PageResponse }

/** A page that may be sent again; null once its memory was needed for others. */
export type CachedPage = { result: PageResult | null }

const MAX_PAGE_BYTES = storedBounds.cachedPageBytes.max

/** Bounds what the pages need that are kept to be sent again: beyond it, all are forgotten. */
export class PageCache {
  readonly #pages = new Set<CachedPage>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number = storedBounds.cachedPagesBytes.max) {
    this.#maxBytes = maxBytes
  }

  /** Keeps a page, or answers false when it is too large to be kept. */
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

/** The texts of its aliases, and the page as one text, of which each character may take two bytes. */
function weigh({ result }: CachedPage): number {
  return result === null ? 0 : 3 * result.response.weight
}
