import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAlias } from '../../../src/core/aliases/alias.ts'
import { byId } from '../../../src/core/aliases/alias-orders.ts'
import { SortedValues, type Ordering } from '../../../src/core/aliases/sorted-values.ts'
import { storedAlias } from '../../support/core/stored-alias.ts'
import { runs } from '../../support/runs.ts'

type Item = { rank: number; tie: number; version: number }

type Place = Pick<Item, 'rank' | 'tie'>

const inOrder = (a: Place, b: Place) => a.rank - b.rank || a.tie - b.tie
const weigh = ({ version }: Item) => version
const order: Ordering<Place, Item> = { key: (item) => item, compare: inOrder, weigh }
const isAt = (one: Item, other: Item) => inOrder(one, other) === 0

const item = fc.record({ rank: fc.nat(60), tie: fc.nat(20), version: fc.nat() })
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ put: fc.array(item, { maxLength: 60 }) }) },
  { weight: 4, arbitrary: fc.record({ delete: fc.array(item, { maxLength: 120 }) }) },
  { weight: 2, arbitrary: fc.record({ addMany: fc.nat(1_000) }) },
  { weight: 2, arbitrary: fc.record({ cutAbove: fc.nat(60) }) },
  { weight: 2, arbitrary: fc.constant({ clone: true }) },
  { weight: 1, arbitrary: fc.constant({ rebuild: true }) },
)

describe('sorted values and their clones', () => {
  it('each hold what a plain sorted array holds, after any sequence of changes', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.array(fc.nat()), (steps, picks) => {
        const all = [{ set: new SortedValues(order), model: [] as Item[] }]
        steps.forEach((each, index) => {
          const one = all[(picks[index] ?? 0) % all.length]!
          if ('put' in each) {
            for (const added of each.put) {
              const before = one.model.find((other) => isAt(other, added))
              if (before) one.set.replace(before, added)
              else one.set.add(added)
              one.model = [...one.model.filter((other) => !isAt(other, added)), added]
            }
          } else if ('addMany' in each) {
            const added = manyFrom(each.addMany).filter(
              (item) => !one.model.some((other) => isAt(item, other)),
            )
            one.set.addAll(added)
            one.model = [...one.model, ...added]
          } else if ('clone' in each) all.push({ set: one.set.clone(), model: one.model })
          else if ('rebuild' in each) one.set = new SortedValues(order, one.set.values())
          else {
            const isGone = (other: Item) =>
              'delete' in each
                ? each.delete.some((deleted) => isAt(other, deleted))
                : other.rank > each.cutAbove
            for (const gone of one.model.filter(isGone)) one.set.delete(gone)
            one.model = one.model.filter((other) => !isGone(other))
          }
        })
        for (const { set, model } of all) checkSame(set, model.toSorted(inOrder))
      }),
      { numRuns: runs(300) },
    )
  })

  it('holds many values that come in order, in reverse or mixed', () => {
    for (const factor of [1, -1, 7_919]) {
      const made = Array.from({ length: 5_000 }, (_, at) => {
        return { rank: (((at * factor) % 5_003) + 5_003) % 5_003, tie: 0, version: 0 }
      })
      const set = new SortedValues(order)
      for (const each of made) set.add(each)
      checkSame(set, made.toSorted(inOrder))
      const { length } = made
      for (const each of made.slice(0, length - 3)) set.delete(each)
      checkSame(set, made.slice(length - 3).toSorted(inOrder))
    }
  })
})

/** Different places in mixed order, with ties. */
function manyFrom(seed: number): Item[] {
  return Array.from({ length: 300 }, (_, at) => {
    const place = (at * 7_919 + seed) % 1_201
    return { rank: place % 61, tie: Math.floor(place / 61), version: at }
  })
}

function checkSame(set: SortedValues<Place, Item>, model: Item[]): void {
  expect(set.values()).toEqual(model)
  expect(set.size).toBe(model.length)
  expect(set.weight).toBe(model.reduce((sum, each) => sum + weigh(each), 0))
  expect(set.before(undefined, Infinity)).toEqual(model.toReversed())
  for (const place of [{ rank: -1, tie: 0 }, { rank: 30, tie: 10 }, ...model.slice(0, 5)]) {
    const at = { ...place, version: 0 }
    expect(set.get(place)).toEqual(model.find((one) => isAt(one, at)))
    const after = model.filter((one) => inOrder(one, at) > 0)
    const before = model.filter((one) => inOrder(one, at) < 0).toReversed()
    expect(set.after(place, 7)).toEqual(after.slice(0, 7))
    expect(set.before(place, 7)).toEqual(before.slice(0, 7))
  }
  expect(set.after(undefined, 0)).toEqual([])
}

describe('many ids at once', () => {
  const id = fc.string({ unit: fc.constantFrom(...'-.09_azA/{~\0é中'), maxLength: 4 })

  it('are sorted as one by one, whatever characters they have', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id), (ids) => {
        const aliases = ids.map((each, at) => toAlias(storedAlias(each, at)))
        const together = new SortedValues(byId)
        together.addAll(aliases)
        expect(together.values().map((alias) => alias.id)).toEqual(ids.toSorted())
      }),
    )
  })
})
