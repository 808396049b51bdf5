import { expect, it } from 'vitest'
import { choiceIds, choiceRow } from '../../src/contract/choices/choices.ts'
import { maskValue } from '../../src/text/mask-value.ts'
import { maskQuery } from '../../src/text/mask.ts'

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
