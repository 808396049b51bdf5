import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AliasStore } from '../../../src/core/aliases/alias-store.ts'
import type { Alias, Order } from '../../../src/core/aliases/alias.ts'
import { aliasBytes, REMOVED_ID_BYTES } from '../../../src/core/sizes/bytes.ts'
import type { StoredAlias } from '../../../src/contract/state/state.ts'

const orders: Order[] = ['by_id', 'newest_first', 'oldest_first']

/** A change of one of the copies of a store; `copy` makes another one of it. */
const step = fc.tuple(
  fc.nat(),
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ add: fc.option(fc.integer({ min: 1, max: 50 })) }) },
    { weight: 3, arbitrary: fc.record({ remove: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ burn: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ expire: fc.integer({ min: 1, max: 50 }) }) },
    { weight: 2, arbitrary: fc.record({ list: fc.nat(), order: fc.constantFrom(...orders) }) },
    { weight: 2, arbitrary: fc.constant({ copy: true }) },
  ),
)

/** A store and what it must hold; copies make the same ids of their own. */
type Copy = { store: AliasStore; model: Alias[]; made: number; gone: string[] }

describe('the alias store', () => {
  it('lists and expires like a plain sorted array, after any sequence of changes of its copies', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const copies: Copy[] = [{ store: new AliasStore(), model: [], made: 0, gone: [] }]
        for (const [at, each] of steps) {
          const copy = copies[at % copies.length]!
          const { store, model } = copy
          if ('add' in each) {
            copy.made += 1
            model.push(store.add(makeStored(copy.made, each.add)))
          } else if ('remove' in each) {
            const gone = model[each.remove % Math.max(1, model.length)]
            if (gone) store.remove(gone)
            take(copy, (alias) => alias === gone)
          } else if ('burn' in each) {
            const place = each.burn % Math.max(1, model.length)
            const alias = store.get(model[place]?.id ?? '')
            expect(alias).toBe(model[place])
            if (alias) model[place] = store.change(alias, { status: 'burned', note: 'ash' })
          } else if ('expire' in each) {
            const expired = model.filter((alias) => (alias.expires_at ?? Infinity) <= each.expire)
            expired.sort((a, b) => (a.expires_at ?? 0) - (b.expires_at ?? 0) || a.seq - b.seq)
            expect(store.expire(each.expire, true)).toEqual(expired)
            take(copy, (alias) => expired.includes(alias))
          } else if ('list' in each) {
            const all = inOrder(model, each.order)
            const place = each.list % (all.length + 1)
            const position = place === 0 ? null : (all[place - 1] ?? null)
            expect(idsOf(store.after(position, each.order, 5))).toEqual(
              idsOf(all.slice(place, place + 5)),
            )
          } else if (copies.length < 5) {
            copies.push({ ...copy, store: store.clone(), model: [...model], gone: [...copy.gone] })
          }
          for (const one of copies) expect(summaryOf(one)).toEqual(expectedOf(one))
        }
        for (const { store, model } of copies) {
          for (const order of orders) {
            expect(store.after(null, order, 1_000)).toEqual(inOrder(model, order))
          }
        }
      }),
    )
  })
})

function take(copy: Copy, isTaken: (alias: Alias) => boolean): void {
  copy.gone.push(...idsOf(copy.model.filter(isTaken)))
  copy.model = copy.model.filter((alias) => !isTaken(alias))
}

/** The facts about a store that depend on no order. */
function summaryOf({ store }: Copy) {
  const next = makeStored(store.size + 1, null).id
  return { size: store.size, bytes: store.bytes, isNextTaken: store.isIdTaken(next) }
}

function expectedOf({ model, gone }: Copy) {
  const next = makeStored(model.length + 1, null).id
  const bytes = model.reduce(
    (sum, alias) => sum + aliasBytes(alias),
    REMOVED_ID_BYTES * gone.length,
  )
  const isNextTaken = gone.includes(next) || model.some(({ id }) => id === next)
  return { size: model.length, bytes, isNextTaken }
}

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
