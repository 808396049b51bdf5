import { describe, expect, it } from 'vitest'
import { sendAtOnce } from '../../../src/contract/deliveries.ts'
import { PageCache, type CachedPage } from '../../../src/core/calls/page-cache.ts'
import { PageResponse } from '../../../src/core/aliases/page-response.ts'

function page(bytes: number): CachedPage & { response: PageResponse } {
  const response = new PageResponse([], null, '', bytes)
  return {
    response,
    result: {
      outcome: 'listed',
      response,
      delivery: sendAtOnce,
      why: '',
      source: '',
      basis: 'assumed',
    },
  }
}

describe('cached pages', () => {
  it('are all dropped when they exceed the bound, except for the newest', () => {
    const cache = new PageCache(10_000)
    const pages = [page(1_000), page(1_000), page(1_000), page(1_000)]
    for (const each of pages) expect(cache.add(each)).toBe(true)
    expect(pages.map(({ result }) => result !== null)).toEqual([false, false, true, true])
  })

  it('are not cached when one alone is too large', () => {
    const cache = new PageCache()
    expect(cache.add(page(1_000_000))).toBe(false)
  })

  it('free their space when they are removed', () => {
    const cache = new PageCache(10_000)
    const [first, second, third] = [page(1_000), page(1_000), page(1_000)] as const
    cache.add(first)
    cache.add(second)
    cache.remove(first)
    cache.add(third)
    expect(second.result).not.toBeNull()
    expect(first.result).toBeNull()
  })
})
