import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskValue } from '../../src/text/mask-value.ts'
import { escapeUnsafe } from '../../src/text/escape.ts'
import { nearestOf } from '../../src/contract/values/nearest.ts'
import { formatValue, formatJson } from '../../src/contract/values/invalid-choice.ts'
import { runs } from '../support/runs.ts'

const words = ['free', 'plus', 'pro']

describe('the word that was probably meant', () => {
  it.each<[input: string, words: string[], nearest: string | undefined]>([
    ['plsu', words, 'plus'],
    ['PLUS', words, 'plus'],
    ['plus', ['PLUS'], 'PLUS'],
    ['gold', words, undefined],
    ['', words, undefined],
    ['plus', [], undefined],
    // two letters in a short word, a third of a long one
    ['frxx', words, 'free'],
    ['fxxx', words, undefined],
    ['settle_invoxxx', ['settle_invoice'], 'settle_invoice'],
    ['sett_e_in_oi_e', ['settle_invoice'], 'settle_invoice'],
    ['___tle_invoi__', ['settle_invoice'], undefined],
    ['___456789012', ['123456789012'], '123456789012'],
    ['____56789012', ['123456789012'], '123456789012'],
    ['_____6789012', ['123456789012'], undefined],
    // not a letter in common
    ['xx', ['en', 'de'], undefined],
    ['jp', ['en', 'ja'], 'ja'],
    // the closest, and the first of equally close ones
    ['pros', ['prose', 'pro', 'pros'], 'pros'],
    ['ab', ['abc', 'abd'], 'abc'],
  ])('%j of %j is %j', (input, among, nearest) => {
    expect(nearestOf(input, among)).toBe(nearest)
  })
})

describe('a value in a message is short and on one line', () => {
  it.each<[text: string, value: unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['"a \\"b\\"\\n"', 'a "b"\n'],
    ['1.5', 1.5],
    ['NaN', NaN],
    ['-Infinity', -Infinity],
    ['12', 12n],
    ['{"a":[1,null]}', { a: [1, null] }],
    ['function', () => 1],
    [`"${'x'.repeat(58)}"`, 'x'.repeat(58)],
    [`"${'x'.repeat(56)}…`, 'x'.repeat(59)],
  ])('as %s', (text, value) => {
    expect(formatValue(value)).toBe(text)
  })

  it('cut to the maximum length, however deep, wide or long it is', () => {
    const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown
    expect(formatValue(deep)).toBe(`${'['.repeat(57)}…`)
    expect(formatValue(Array.from({ length: 3_000_000 }, () => 7))).toBe(`[${'7,'.repeat(28)}…`)
    expect(formatValue({ ['k'.repeat(1_000_000)]: 1 })).toBe(`{"${'k'.repeat(55)}…`)
  })

  it('as JSON without secrets, cut after 57 characters', () => {
    const isWritten = (value: unknown) => {
      const written = JSON.stringify(maskValue(value))
      const cut = written.length > 60 ? `${written.slice(0, 57)}…` : written
      return formatJson(value) === cut && formatValue(value) === escapeUnsafe(cut)
    }
    fc.assert(fc.property(fc.jsonValue({ noUnicodeString: false }), isWritten))
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 8 }), isWritten))
    const secret = fc.constantFrom(
      'key',
      'x-api-key',
      'am_live_9f8e7d6c5b4a',
      'Bearer am_live_9f8e7d6c5b4a',
    )
    const text = fc.oneof(secret, fc.string())
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom(null, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(text, tie('value'), { maxKeys: 3 }),
      ),
    }))
    fc.assert(fc.property(value, isWritten), { numRuns: runs(10_000) })
  })
})
