import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classOf, inOrder, onePerClassFirst } from '../../../src/hunt/mutate/choose-lies.ts'
import { lies } from '../../../src/hunt/mutate/lies.ts'
import { scoreOf, type TriedLie } from '../../../src/hunt/mutate/score.ts'

const verdicts = ['noticed', 'not_noticed', 'equivalent', 'not_met', 'not_run'] as const
const results = fc.array(
  fc.constantFrom(...verdicts).map((verdict): TriedLie => ({ lie: lies[0]!, verdict, how: '' })),
)

describe('the score', () => {
  it('is noticed lies of those that a client can tell, and nothing else changes it', () => {
    fc.assert(
      fc.property(results, (tried) => {
        const { percent, noticed, equivalent, tried: count } = scoreOf(tried)
        const open = tried.filter(({ verdict }) => verdict.endsWith('noticed'))
        expect(percent).toBe(open.length === 0 ? null : (100 * noticed) / open.length)
        expect(count).toBe(open.length + equivalent)
        expect(scoreOf(open).percent).toBe(percent)
      }),
    )
  })

  it('is at least what it is if nobody notices what was not tried', () => {
    fc.assert(
      fc.property(results, (tried) => {
        const worst = tried.map((each): TriedLie =>
          each.verdict === 'not_run' ? { ...each, verdict: 'not_noticed' } : each,
        )
        const best = tried.map((each): TriedLie =>
          each.verdict === 'not_run' ? { ...each, verdict: 'noticed' } : each,
        )
        expect(scoreOf(tried).atLeast).toBe(scoreOf(worst).percent)
        expect(scoreOf(best).percent ?? 0).toBeGreaterThanOrEqual(scoreOf(tried).atLeast ?? 0)
      }),
    )
  })

  it('grows when a lie that was not noticed is noticed', () => {
    fc.assert(
      fc.property(results, (tried) => {
        const at = tried.findIndex(({ verdict }) => verdict === 'not_noticed')
        fc.pre(at >= 0)
        const better = tried.with(at, { ...tried[at]!, verdict: 'noticed' })
        expect(scoreOf(better).percent!).toBeGreaterThan(scoreOf(tried).percent!)
      }),
    )
  })
})

describe('the order', () => {
  it('is by worth, holds every lie once, and is the same for the same seed', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const order = inOrder(lies, seed)
        expect(order.map(({ worth }) => worth)).toEqual(lies.map(({ worth }) => worth))
        expect(new Set(order)).toEqual(new Set(lies))
        expect(inOrder(lies.toReversed(), seed)).toEqual(order)
      }),
    )
  })

  it('of a sample begins with the worst lie of each class, and holds every lie once', () => {
    fc.assert(
      fc.property(fc.subarray([...lies]), fc.integer(), (some, seed) => {
        const order = inOrder(some, seed)
        const sample = onePerClassFirst(order)
        const classes = new Set(some.map(classOf))
        const first = sample.slice(0, classes.size)
        expect(new Set(first.map(classOf))).toEqual(classes)
        for (const lie of first)
          expect(lie).toBe(order.find((other) => classOf(other) === classOf(lie)))
        expect(sample.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))).toEqual(order)
      }),
    )
  })

  it('differs between seeds, so that a short search is a sample', () => {
    expect(inOrder(lies, 1)).not.toEqual(inOrder(lies, 2))
  })
})
