import { describe, expect, it } from 'vitest'
import { AliasStore } from '../../../src/core/aliases/alias-store.ts'
import type { Alias } from '../../../src/core/aliases/alias.ts'
import { storedAlias } from '../../support/core/stored-alias.ts'

// How much the book looks at: it answers fast however many aliases it keeps.

const orders = ['by_id', 'newest_first', 'oldest_first'] as const

/** Aliases 1 to `count`, of which the n-th expires at second n. */
function storeOf(count: number, status: Alias['status'] = 'active') {
  const store = new AliasStore()
  const aliases = Array.from({ length: count }, (_, index) =>
    store.add(storedAlias(`a${index + 1}`, index + 1, { status, expires_at: index + 1 })),
  )
  return { store, aliases }
}

/** Counts from now on how often a field of these is looked at. */
function countLooks(aliases: readonly Alias[], field: 'isGone' | 'expires_at' | 'status') {
  let looks = 0
  for (const alias of aliases) {
    let value: unknown = alias[field]
    Object.defineProperty(alias, field, {
      get: () => {
        looks += 1
        return value
      },
      set: (next: unknown) => {
        value = next
      },
    })
  }
  return () => looks
}

describe.each(orders)('an order (%s) of which some is gone', (order) => {
  it('is freed of that by the first page that meets it', () => {
    const { store, aliases } = storeOf(100)
    store.after(null, order, 1)
    const [stored, ...gone] = [aliases[50]!, ...aliases.slice(0, 50), ...aliases.slice(51)]
    for (const alias of gone) store.remove(alias)
    const looks = countLooks(gone, 'isGone')
    expect(store.after(null, order, 5)).toEqual([stored])
    expect(looks()).toBe(99)
    expect(store.after(null, order, 5)).toEqual([stored])
    expect(looks()).toBe(99)
  })

  it.each([
    [3_000, 1_000, 2_000],
    [3_001, 1_000, 0],
    [3_001, 1_001, 2_000],
  ])('of %i with %i left: a page looks at %i that are gone', (count, left, looked) => {
    const { store, aliases } = storeOf(count)
    store.after(null, order, 1)
    const gone = aliases.slice(left)
    for (const alias of gone) store.remove(alias)
    const looks = countLooks(gone, 'isGone')
    expect(store.after(null, order, count)).toHaveLength(left)
    expect(looks()).toBe(looked)
  })
})

describe('of a thousand aliases that will expire', () => {
  it('taking the first looks at a few', () => {
    const { store, aliases } = storeOf(1_000)
    const looks = countLooks(aliases, 'expires_at')
    expect(store.takeExpired(1)).toHaveLength(1)
    expect(looks()).toBeLessThan(100)
  })

  it('taking all costs less than taking each', () => {
    const [one, other] = [storeOf(1_000), storeOf(1_000)]
    const singly = countLooks(one.aliases, 'expires_at')
    for (let second = 1; second <= 1_000; second += 1) one.store.takeExpired(second)
    const together = countLooks(other.aliases, 'expires_at')
    expect(other.store.takeExpired(1_000)).toHaveLength(1_000)
    expect(together()).toBeLessThan((singly() * 2) / 3)
  })

  it('those that have expired before are not looked at', () => {
    const { store, aliases } = storeOf(1_000, 'expired')
    const looks = countLooks(aliases, 'status')
    expect([store.nextToExpire(), store.takeExpired(1_000)]).toEqual([undefined, []])
    expect(looks()).toBe(0)
  })

  it('showing the next three looks at a few', () => {
    const { store, aliases } = storeOf(1_000)
    const looks = countLooks(aliases, 'expires_at')
    expect(store.soonestToExpire(3)).toHaveLength(3)
    expect(looks()).toBeLessThan(50)
  })
})
