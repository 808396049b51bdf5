import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawUntilFree, drawId } from '../../../src/core/aliases/alias-id.ts'
import { drawText, resumeRandom, seedRandom } from '../../../src/core/random/random.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox } from '../../support/core/core-sandbox.ts'

describe('the generator', () => {
  it('gives the same numbers for the same seed, and continues where it was saved', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(50), (seed, drawn) => {
        const [one, other] = [seedRandom(seed), seedRandom(seed)]
        const text = drawText(one, 'abc', drawn)
        expect(drawText(other, 'abc', drawn)).toBe(text)
        const resumed = resumeRandom(JSON.parse(JSON.stringify(one.state())) as number[])
        expect(drawText(resumed, 'xyz', 20)).toBe(drawText(one, 'xyz', 20))
      }),
    )
  })

  it('draws first ids that differ from seed to seed in every place', () => {
    const ids = Array.from({ length: 300 }, (_, seed) => {
      const { response } = callCore(coreSandbox({}, { seed }))
      return (JSON.parse(response.body) as { alias: { id: string } }).alias.id
    })
    expect(new Set(ids).size).toBe(300)
    for (let position = 0; position < 10; position += 1) {
      expect(new Set(ids.map((id) => id[position])).size).toBeGreaterThan(30)
    }
  })
})

describe('drawing an alias id', () => {
  it('draws until an id is free, three times at most', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), (taken) => {
        const requested: string[] = []
        const isTaken = (id: string) => taken[Number(id)]!
        const drawn = drawUntilFree(() => String(requested.push('') - 1), isTaken)
        const free = taken.indexOf(false)
        const draws = free < 0 ? 3 : free + 1
        expect([drawn, requested.length]).toEqual([
          { id: free < 0 ? null : String(free), draws },
          draws,
        ])
      }),
    )
  })

  it.each([
    ['alphanumeric', /^[a-z0-9]{10}$/],
    ['long', /^[a-z0-9]{24}$/],
    ['dotted', /^[a-z0-9]{5}\.[a-z0-9]{5}$/],
    ['words', /^([bdfghklmnprstvz][aeiou]){3}-([bdfghklmnprstvz][aeiou]){3}-\d{4}$/],
  ] as const)('writes ids of style %s', (style, form) => {
    const random = seedRandom(3)
    for (let drawn = 0; drawn < 50; drawn += 1) expect(drawId(random, null, style)).toMatch(form)
  })

  it('uses the alphabet and length of a scenario', () => {
    const random = seedRandom(3)
    expect(drawId(random, { alphabet: 'z', length: 3 }, 'words')).toBe('zzz')
  })

  it('collides as often as real draws do', () => {
    // 6 of 8 ids are taken: three draws collide in 27 of 64 calls.
    const random = seedRandom(5)
    let refused = 0
    for (let call = 0; call < 6_400; call += 1) {
      const { id } = drawUntilFree(
        () => drawText(random, '01234567', 1),
        (drawn) => drawn < '6',
      )
      if (id === null) refused += 1
    }
    expect(Math.abs(refused - 2_700)).toBeLessThan(200)
  })
})
