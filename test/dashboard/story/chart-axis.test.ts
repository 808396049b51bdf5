import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  FOLD_WIDTH,
  layers,
  toAxis,
  totalOf,
  type Axis,
} from '../../../src/dashboard/screens/story/chart/axis.ts'

const NOON = Date.parse('2026-03-01T12:00:00Z')
const DAY = 86_400_000

/** Calls in bursts: some milliseconds, seconds, minutes or years apart, as a tester who pushes the clock makes them. */
const moments = fc
  .array(
    fc.record({
      pause: fc.oneof(
        fc.nat(2_000),
        fc.nat(90_000),
        fc.nat(2 * DAY),
        fc.integer({ min: 0, max: 4_000 }).map((days) => days * DAY),
      ),
      layer: fc.constantFrom(...layers),
    }),
    { minLength: 1, maxLength: 120 },
  )
  .map((each) => {
    let at = NOON
    return each.map(({ pause, layer }) => ({ at: (at += pause), layer }))
  })

const widths = fc.integer({ min: 250, max: 2_400 })

/** Where the last bin ends. */
function endOf({ bins, binWidth }: Axis): number {
  return (bins.at(-1)?.x ?? 0) + binWidth
}

describe('the axis of the chart', () => {
  it('has each call in the one bin of its time, and the bins in order, one beside the other', () => {
    fc.assert(
      fc.property(moments, widths, fc.boolean(), (calls, width, grows) => {
        const { bins, folds, binWidth } = toAxis(calls, width, grows)
        for (const { from, to, counts } of bins) {
          const within = calls.filter(({ at }) => at >= from && at < to)
          for (const layer of layers) {
            expect(counts[layer]).toBe(within.filter((call) => call.layer === layer).length)
          }
        }
        expect(bins.reduce((sum, bin) => sum + totalOf(bin), 0)).toBe(calls.length)
        for (const [index, bin] of bins.slice(1).entries()) {
          const before = bins[index]!
          const isFolded = folds.some(({ x }) => Math.abs(x + FOLD_WIDTH - bin.x) < 0.01)
          expect(bin.from === before.to).toBe(!isFolded)
          expect(bin.x).toBeCloseTo(before.x + binWidth + (isFolded ? FOLD_WIDTH : 0))
        }
      }),
    )
  })

  it('takes the whole width, and at least two thirds while it keeps room for what comes', () => {
    fc.assert(
      fc.property(moments, widths, (calls, width) => {
        expect(endOf(toAxis(calls, width, false))).toBeCloseTo(width)
        const growing = endOf(toAxis(calls, width, true))
        expect(growing).toBeGreaterThan((2 / 3) * width - 1)
        expect(growing).toBeLessThan(width + 0.01)
      }),
    )
  })

  it('is empty without calls', () => {
    expect(toAxis([], 800, true).bins).toEqual([])
  })
})
