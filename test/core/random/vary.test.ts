import { describe, expect, it } from 'vitest'
import { choiceIds, choiceRow } from '../../../src/contract/choices/choices.ts'
import { varyChoices } from '../../../src/core/random/vary.ts'

// A seed draws the choices of another service that fits the API document as well as the default one.

const sets = () => Array.from({ length: 100 }, (_, seed) => varyChoices(seed))

describe('choices drawn by a seed', () => {
  it('are equal for the same seed', () => {
    expect(varyChoices(3)).toEqual(varyChoices(3))
  })

  it.each(choiceIds)('%s can be its default, which is omitted, and each alternative', (id) => {
    const seen = new Set(sets().map((set) => set[id]))
    const { alternatives } = choiceRow(id)
    expect(seen).toEqual(new Set([undefined, ...alternatives.map(({ value }) => value)]))
  })

  it('are drawn independently of each other', () => {
    const [one, other] = [choiceIds[0]!, choiceIds[1]!]
    const pairs = sets().map((set) => `${one in set} ${other in set}`)
    expect(new Set(pairs).size).toBe(4)
  })

  it('never combine an order by time with cursors that are plain ids', () => {
    const drawn = sets()
    const ids = drawn.filter((set) => set.cursor === 'id')
    expect(ids.length).toBeGreaterThan(0)
    expect(ids.filter((set) => set.list_order !== undefined)).toEqual([])
    const others = drawn.filter((set) => set.list_order !== undefined)
    expect(others.some((set) => set.cursor !== undefined)).toBe(true)
  })
})
