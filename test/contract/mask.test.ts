import fc from 'fast-check'
import { expect, it } from 'vitest'
import { choiceIds, choiceRow } from '../../src/contract/choices/choices.ts'
import { maskValue } from '../../src/text/mask-value.ts'
import { maskNumber, maskQuery } from '../../src/text/mask.ts'
import { runs } from '../support/runs.ts'

it('masks keys in a long query or header in linear, not quadratic, time', () => {
  for (const unit of ['a', '%00', 'sandbox_']) maskQuery(unit.repeat(200_000 / unit.length))
  // Quadratic time for 200,000 characters would be minutes.
})

it('keeps the names of secrets and masks their values', () => {
  expect(maskQuery('/x?a=1&api_key=0123456789abcdef')).not.toContain('0123456789abcdef')
})

it('keeps every choice, so that a history in which one was set can be read again', () => {
  for (const id of choiceIds) {
    const { default: standard, alternatives } = choiceRow(id)
    for (const value of [standard, ...alternatives.map((other) => other.value)]) {
      expect(maskValue({ [id]: value })).toEqual({ [id]: value })
    }
  }
})

/** Numbers of JSON as any encoder writes them. */
const numbers = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(
      fc.constant('0'),
      fc.stringMatching(/^[1-9]\d{0,30}$/),
      fc.stringMatching(/^9{1,30}$/),
    ),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{1,20}$/)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][+-]?\d{1,4}$/)),
  )
  .map((parts) => parts.join(''))

it('masks a number as it masks what a message shows of it, so that a replay says the same', () => {
  const shown = (number: string) => JSON.stringify(JSON.parse(number))
  fc.assert(
    fc.property(numbers, (number) => {
      const masked = maskNumber(number)
      expect(maskNumber(masked)).toBe(masked)
      expect(shown(masked)).toBe(maskNumber(shown(number)))
      expect(masked.split(/e/i)[0]).toMatch(/^-?[01.]+$/)
    }),
    { numRuns: runs(20_000) },
  )
})
