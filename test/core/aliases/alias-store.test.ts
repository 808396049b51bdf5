import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AliasStore } from '../../../src/core/aliases/alias-store.ts'
import type { Alias, Order } from '../../../src/core/aliases/alias.ts'
import type { StoredAlias } from '../../../src/contract/state/state.ts'

const orders: Order[] = ['by_id', 'newest_first', 'oldest_first']

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ add: fc.option(fc.integer({ min: 1, max: 50 })) }) },
  { weight: 3, arbitrary: fc.record({ remove: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ expire: fc.integer({ min: 1, max: 50 }) }) },
  { weight: 2, arbitrary: fc.record({ list: fc.nat(), order: fc.constantFrom(...orders) }) },
)

describe('the alias store', () => {
  it('lists and expires like a plain sorted array, after any sequence of changes', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const store = new AliasStore()
        let model: Alias[] = []
        let seq = 0
        for (const each of steps) {
          if ('add' in each) {
            seq += 1
            model.push(store.add(makeStored(seq, each.add)))
          } else if ('remove' in each) {
            const gone = model[each.remove % Math.max(1, model.length)]
            if (gone) store.remove(gone)
            model = model.filter((alias) => alias !== gone)
          } else if ('expire' in each) {
            const expired = model.filter((alias) => (alias.expires_at ?? Infinity) <= each.expire)
            expired.sort((a, b) => (a.expires_at ?? 0) - (b.expires_at ?? 0) || a.seq - b.seq)
            expect(store.expire(each.expire, true)).toEqual(expired)
            model = model.filter((alias) => !expired.includes(alias))
          } else {
            const all = inOrder(model, each.order)
            const at = each.list % (all.length + 1)
            const position = at === 0 ? null : (all[at - 1] ?? null)
            expect(idsOf(store.after(position, each.order, 5))).toEqual(
              idsOf(all.slice(at, at + 5)),
            )
          }
          expect(store.size).toBe(model.length)
        }
        for (const order of orders) {
          expect(idsOf(store.after(null, order, 1_000))).toEqual(idsOf(inOrder(model, order)))
        }
      }),
    )
  })

  it('rebuilds an order when most of its aliases are gone', () => {
    const store = new AliasStore()
    const made = Array.from({ length: 5_000 }, (_, index) => store.add(makeStored(index, null)))
    expect(store.after(null, 'by_id', 1)).toHaveLength(1)
    for (const alias of made.slice(1)) store.remove(alias)
    expect(store.after(null, 'by_id', 10)).toEqual([made[0]])
    store.add(makeStored(6_000, null))
    expect(store.after(null, 'by_id', 10)).toHaveLength(2)
  })

  it('reports every change', () => {
    const store = new AliasStore()
    const seen = [store.changes]
    const alias = store.add(makeStored(1, null))
    seen.push(store.changes)
    const changed = store.change(alias, { status: 'burned' })
    seen.push(store.changes)
    store.remove(changed)
    seen.push(store.changes)
    expect(new Set(seen).size).toBe(4)
  })
})

/** The order of the ids differs from the order of creation. */
function makeStored(seq: number, expires_at: number | null): StoredAlias {
  return {
    id: `${(seq * 7_919) % 10_007}-${seq}`,
    seq,
    status: 'active',
    created_at: 0,
    forward_count: 0,
    note: '',
    source: '',
    label: '',
    category: '',
    single_use: false,
    expires_at,
  }
}

function inOrder(aliases: readonly Alias[], order: Order): Alias[] {
  const sorted = aliases.toSorted((a, b) => a.seq - b.seq)
  if (order === 'newest_first') return sorted.toReversed()
  return order === 'oldest_first' ? sorted : sorted.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function idsOf(aliases: readonly Alias[]): string[] {
  return aliases.map((alias) => alias.id)
}
