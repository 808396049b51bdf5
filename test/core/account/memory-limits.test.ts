import fc from 'fast-check'
import { expect, it } from 'vitest'
import { storedBounds } from '../../../src/contract/values/bounds.ts'
import { memoryLimitsOf } from '../../../src/core/memory/memory-limits.ts'

const MIB = 1_024 * 1_024

it('a large heap has the usual bounds, a small one a fraction of its size', () => {
  expect(memoryLimitsOf(4_096 * MIB)).toEqual({
    content: {
      contentBytes: storedBounds.contentBytes.max,
      addedBytes: storedBounds.addedBytes.max,
    },
    histories: {
      entriesBytes: storedBounds.journalsBytes.max,
      formerBytes: storedBounds.formerContentBytes.max,
    },
  })
  expect(memoryLimitsOf(256 * MIB)).toEqual({
    content: { contentBytes: 76 * MIB, addedBytes: 28 * MIB },
    histories: { entriesBytes: 19 * MIB, formerBytes: 19 * MIB },
  })
})

it('together they take at most two thirds of what the process itself leaves of the heap', () => {
  fc.assert(
    fc.property(fc.integer({ min: 80, max: 8_192 }), (heap) => {
      const { content, histories } = memoryLimitsOf(heap * MIB)
      const { entriesBytes, formerBytes } = histories
      expect(content.contentBytes + entriesBytes + formerBytes).toBeLessThanOrEqual(
        ((heap - 64) * MIB * 2) / 3,
      )
      expect(content.addedBytes).toBeLessThanOrEqual(content.contentBytes)
    }),
  )
})
