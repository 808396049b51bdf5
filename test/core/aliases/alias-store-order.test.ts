import { describe, expect, it } from 'vitest'
import { AliasStore } from '../../../src/core/aliases/alias-store.ts'
import type { Alias, Order } from '../../../src/core/aliases/alias.ts'
import { toStored } from '../../../src/core/aliases/serialize.ts'
import { storedAlias, storeWith } from '../../support/core/stored-alias.ts'

const idsOf = (aliases: readonly Alias[]) => aliases.map(({ id }) => id).join(' ')

/** A store of aliases with these ids and expiries, created in this order. */
function storeOf(expiries: Record<string, number | null>) {
  const store = new AliasStore()
  Object.entries(expiries).forEach(([id, expires_at], index) =>
    store.add(storedAlias(id, index + 1, { expires_at })),
  )
  return store
}

describe('an alias store made from stored aliases', () => {
  const stored = [storedAlias('b', 2), storedAlias('c', 9), storedAlias('a', 5)]

  it.each<[Order, string]>([
    ['by_id', 'a b c'],
    ['oldest_first', 'b a c'],
    ['newest_first', 'c a b'],
  ])('lists %s: %s, whatever their order', (order, ids) => {
    const store = storeWith(stored, [])
    expect(idsOf(store.after(null, order, 9))).toBe(ids)
    const behind = store.after({ id: 'a', seq: 5 }, order, 9)
    expect(idsOf(behind)).toBe(ids.slice(ids.indexOf('a') + 2))
  })

  it('returns the same aliases in order of creation, and the same removed ids in theirs', () => {
    const store = storeWith(stored, ['gone', 'first'])
    const [b, c, a] = stored
    expect(store.all().map((alias) => toStored(alias, store.texts))).toEqual([b, a, c])
    expect(store.removedIds()).toEqual(['first', 'gone'])
    expect(['a', 'gone', 'z'].map((id) => store.isIdTaken(id))).toEqual([true, true, false])
  })

  it('expires those that are due to expire, and no others', () => {
    const store = storeWith(
      [
        storedAlias('late', 1, { expires_at: 9 }),
        storedAlias('done', 2, { expires_at: 1, status: 'expired' }),
        storedAlias('never', 3),
        storedAlias('soon', 4, { expires_at: 5, status: 'suspended' }),
      ],
      [],
    )
    expect(idsOf(store.soonestToExpire(9))).toBe('soon late')
    expect(store.nextToExpire()?.id).toBe('soon')
    expect(idsOf(store.expire(9, true))).toBe('soon late')
  })
})

describe.each<Order>(['by_id', 'newest_first', 'oldest_first'])('the order %s', (order) => {
  // Sizes around the threshold at which an order is rebuilt instead of cleaned up.
  it.each([
    [100, 1],
    [3_000, 1_000],
    [3_001, 1_000],
    [3_001, 1_001],
  ])('lists what is left and what is new after %i aliases were cut to %i', (count, left) => {
    const store = new AliasStore()
    const aliases = Array.from({ length: count }, (_, index) =>
      store.add(storedAlias(`a${index + 1}`, index + 1)),
    )
    store.after(null, order, 1)
    for (const alias of aliases.slice(left)) store.remove(alias)
    const expected = new Set(aliases.slice(0, left))
    const listed = () => store.after(null, order, count)
    expect([new Set(listed()), new Set(listed())]).toEqual([expected, expected])
    const added = store.add(storedAlias('new', count + 1))
    expect(new Set(listed())).toEqual(expected.add(added))
    expect(listed()).toHaveLength(left + 1)
  })
})

describe('expiry', () => {
  it('follows the time, and for equal times the order of creation', () => {
    const store = storeOf({ e: 5, d: 3, c: 5, b: 3, a: 5, never: null })
    expect(idsOf(store.soonestToExpire(9))).toBe('d b e c a')
    expect(idsOf(store.soonestToExpire(3))).toBe('d b e')
    expect(store.soonestToExpire(0)).toEqual([])
    expect(idsOf(store.expire(4, true))).toBe('d b')
    expect(idsOf(store.expire(4, true))).toBe('')
    expect(idsOf(store.expire(5, true))).toBe('e c a')
    expect(store.nextToExpire()).toBeUndefined()
    expect(new AliasStore().soonestToExpire(3)).toEqual([])
  })

  it('skips aliases that were removed or have already expired', () => {
    const store = storeOf({ a: 1, b: 2, c: 3, d: 4 })
    store.remove(store.get('a')!)
    store.change(store.get('c')!, { status: 'expired' })
    expect(idsOf(store.soonestToExpire(9))).toBe('b d')
    expect(idsOf(store.expire(9, true))).toBe('b d')
  })

  it('happens only once', () => {
    const store = storeWith(
      [1, 2].map((at) => storedAlias(`a${at}`, at, { status: 'expired', expires_at: at })),
      [],
    )
    expect([store.nextToExpire(), store.expire(9, true)]).toEqual([undefined, []])
  })

  it('follows the time when many expire at once, and the rest stays', () => {
    const seconds = Array.from({ length: 200 }, (_, index) => ((index * 37) % 100) + 1)
    const store = storeOf(Object.fromEntries(seconds.map((at, index) => [`a${index}`, at])))
    store.remove(store.get(`a${seconds.indexOf(50)}`)!)
    store.change(store.get(`a${seconds.indexOf(60)}`)!, { status: 'expired' })
    const taken = store.expire(70, true)
    expect(taken).toHaveLength(138)
    expect(taken).toEqual(taken.toSorted((a, b) => a.expires_at - b.expires_at || a.seq - b.seq))
    expect(store.expire(70, true)).toEqual([])
    const rest = store.expire(100, true).map(({ expires_at }) => expires_at)
    expect(rest).toEqual(Array.from({ length: 60 }, (_, index) => 71 + Math.floor(index / 2)))
  })
})
