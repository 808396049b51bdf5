import fc from 'fast-check'
import { expect, it } from 'vitest'
import { slicesOf } from '../../../src/node/http/server/reply.ts'
import { runs } from '../../support/runs.ts'

it('a text in slices is the same text, byte by byte', () => {
  const unit = fc.constantFrom('a', 'é', '中', '😀')
  const piece = fc
    .tuple(unit, fc.integer({ min: 0, max: 140_000 }))
    .map(([text, length]) => text.repeat(length).slice(0, length - (length % text.length)))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
      const slices = [...slicesOf(pieces)]
      const bytes = Buffer.concat(slices.map((slice) => Buffer.from(slice)))
      expect(bytes.equals(Buffer.from(pieces.join('')))).toBe(true)
      expect(slices.every(({ length }) => length <= 64 * 1_024 + 1)).toBe(true)
    }),
    { numRuns: runs(40) },
  )
})
