import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AliasBook, type Alias, type Order } from '../../../src/core/aliases/alias-book.ts'
import type { StoredAlias } from '../../../src/contract/state.ts'

const orders: Order[] = ['by_id', 'newest_first', 'oldest_first']

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ add: fc.option(fc.integer({ min: 1, max: 50 })) }) },
  { weight: 3, arbitrary: fc.record({ remove: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ expire: fc.integer({ min: 1, max: 50 }) }) },
  { weight: 2, arbitrary: fc.record({ list: fc.nat(), order: fc.constantFrom(...orders) }) },
)

describe('the book of aliases', () => {
  it('lists and expires what a plain sorted array would, whatever came before', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const book = new AliasBook()
        let model: Alias[] = []
        let seq = 0
        for (const each of steps) {
          if ('add' in each) {
            seq += 1
            model.push(book.add(makeStored(seq, each.add)))
          } else if ('remove' in each) {
            const gone = model[each.remove % Math.max(1, model.length)]
            if (gone) book.remove(gone)
            model = model.filter((alias) => alias !== gone)
          } else if ('expire' in each) {
            const due = model.filter((alias) => (alias.expires_at ?? Infinity) <= each.expire)
            due.sort((a, b) => (a.expires_at ?? 0) - (b.expires_at ?? 0) || a.seq - b.seq)
            const taken = book.takeExpired(each.expire)
            expect(taken).toEqual(due)
            for (const alias of taken) book.remove(alias)
            model = model.filter((alias) => !due.includes(alias))
          } else {
            const all = inOrder(model, each.order)
            const at = each.list % (all.length + 1)
            const place = at === 0 ? null : (all[at - 1] ?? null)
            expect(idsOf(book.after(place, each.order, 5))).toEqual(idsOf(all.slice(at, at + 5)))
          }
          expect(book.size).toBe(model.length)
        }
        for (const order of orders) {
          expect(idsOf(book.after(null, order, 1_000))).toEqual(idsOf(inOrder(model, order)))
        }
      }),
    )
  })

  it('makes an order anew of which most is gone', () => {
    const book = new AliasBook()
    const made = Array.from({ length: 5_000 }, (_, index) => book.add(makeStored(index, null)))
    expect(book.after(null, 'by_id', 1)).toHaveLength(1)
    for (const alias of made.slice(1)) book.remove(alias)
    expect(book.after(null, 'by_id', 10)).toEqual([made[0]])
    book.add(makeStored(6_000, null))
    expect(book.after(null, 'by_id', 10)).toHaveLength(2)
  })

  it('says that it has changed with every change', () => {
    const book = new AliasBook()
    const seen = [book.changes]
    const alias = book.add(makeStored(1, null))
    seen.push(book.changes)
    book.touch(alias)
    seen.push(book.changes)
    book.remove(alias)
    seen.push(book.changes)
    expect(new Set(seen).size).toBe(4)
  })
})

/** Ids are in another order than the order of creation. */
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
