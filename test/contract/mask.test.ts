import fc from 'fast-check'
import { expect, it } from 'vitest'
import { choiceIds, choiceRow } from '../../src/contract/choices/choices.ts'
import { maskValue } from '../../src/text/mask-value.ts'
import { maskHeader, maskPath, maskQuery, maskText } from '../../src/text/mask.ts'
import { foreignBodies, foreignTexts, percent } from '../support/history/foreign-turns.ts'
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

// A call that is repeated from a file is masked again.
it.each<[string, (text: string) => string, fc.Arbitrary<string>]>([
  ['body', (body) => maskText(body), foreignBodies],
  ['text', (text) => maskText(text), foreignTexts],
  ['path', (text) => maskPath(text), foreignTexts],
  ['query', (text) => maskQuery(text), foreignTexts],
  ['header', (text) => maskHeader('x', text), foreignTexts],
])('leaves a masked %s as it is', (_what, mask, texts) => {
  const sent = fc.oneof(texts, texts.map(percent))
  const masksOnce = fc.property(sent, (text) => mask(mask(text)) === mask(text))
  fc.assert(masksOnce, { numRuns: runs(5_000) })
})
