import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AliasBook, type Order } from '../../src/core/alias-book.ts'
import type { StoredAlias } from '../../src/contract/state.ts'
import { storedAlias } from '../support/stored-alias.ts'

const id = fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 1, maxLength: 3 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ add: id, expires: fc.option(fc.nat(50)) }) },
  { weight: 2, arbitrary: fc.record({ remove: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ expireUntil: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.constant({ rebuild: true }) },
)

const orders: Record<Order, (a: StoredAlias, b: StoredAlias) => number> = {
  by_id: (a, b) => (a.id < b.id ? -1 : 1),
  newest_first: (a, b) => b.seq - a.seq,
  oldest_first: (a, b) => a.seq - b.seq,
}
const byExpiry = (a: StoredAlias, b: StoredAlias) => a.expires_at! - b.expires_at! || a.seq - b.seq
const idOf = (alias: { id: string }) => alias.id

/** The book, and the plain list that it must agree with. */
class Pair {
  book = AliasBook.of([])
  list: StoredAlias[] = []
  readonly given = new Set<string>()
  #made = 0

  do(action: typeof step extends fc.Arbitrary<infer Step> ? Step : never): void {
    if ('add' in action) this.#add(action.add, action.expires)
    else if ('remove' in action) this.#remove(action.remove)
    else if ('expireUntil' in action) this.#expire(action.expireUntil)
    else this.book = AliasBook.of(this.book.toStored(), this.book.removedIds())
  }

  expiring(): StoredAlias[] {
    return this.list.filter((alias) => alias.expires_at !== null).toSorted(byExpiry)
  }

  #add(wanted: string, expires: number | null): void {
    expect(this.book.knows(wanted)).toBe(this.given.has(wanted))
    if (this.given.has(wanted)) return
    this.#made += 1
    const alias = storedAlias(wanted, this.#made, { expires_at: expires })
    this.given.add(wanted)
    this.list.push(alias)
    this.book.add(alias)
  }

  #remove(index: number): void {
    const [gone] = this.list.splice(index, 1)
    if (gone) this.book.remove(this.book.get(gone.id)!)
  }

  #expire(until: number): void {
    const due = this.expiring().filter((alias) => alias.expires_at! <= until)
    const taken = this.book.takeExpired(until)
    for (const alias of taken) this.book.remove(alias)
    expect(taken.map(idOf)).toEqual(due.map(idOf))
    this.list = this.list.filter((alias) => !due.includes(alias))
  }
}

describe('the book of aliases', () => {
  it('agrees with a plain list, whatever is added, removed, expired and rebuilt', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.nat(6), (steps, count) => {
        const pair = new Pair()
        for (const action of steps) {
          pair.do(action)
          expect(pair.book.size).toBe(pair.list.length)
          expect(pair.book.nextToExpire()?.id).toBe(pair.expiring()[0]?.id)
        }
        const soonest = pair.book.soonestToExpire(count).map(idOf)
        expect(soonest).toEqual(pair.expiring().slice(0, count).map(idOf))
        for (const id of pair.given) {
          expect(pair.book.get(id)?.id).toBe(pair.list.find((alias) => alias.id === id)?.id)
        }
      }),
      { numRuns: 300 },
    )
  })

  it.each(Object.keys(orders) as Order[])(
    'gives what is behind a place in order %s, the place’s own alias there or gone',
    (order) => {
      fc.assert(
        fc.property(
          fc.uniqueArray(id, { maxLength: 40 }),
          fc.nat(39),
          fc.integer({ min: 1, max: 45 }),
          fc.boolean(),
          (ids, index, count, isGone) => {
            const book = AliasBook.of([])
            const all = ids.map((one, made) => storedAlias(one, made + 1))
            if (isGone) book.after(null, order, 1) // the order is there before the aliases
            for (const alias of all) book.add(alias)
            const sorted = all.toSorted(orders[order])
            const at = sorted[index % Math.max(1, sorted.length)]
            if (!at) return
            if (isGone) book.remove(book.get(at.id)!)
            expect(book.after(at, order, count).map(idOf)).toEqual(
              sorted.slice(sorted.indexOf(at) + 1, sorted.indexOf(at) + 1 + count).map(idOf),
            )
          },
        ),
      )
    },
  )
})
