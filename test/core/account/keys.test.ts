import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBearer, readScenarioKey, redact } from '../../../src/core/account/keys.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

const word = fc.string({ unit: fc.constantFrom(...'abzAZ09_-.'), minLength: 5, maxLength: 60 })

describe('the part of a key that a journal stores', () => {
  it.each([
    ['Bearer sk_live_0123456789', 'Bearer sk_l… (18 characters)'],
    ['Basic dXNlcjpwYXNz', 'Basic dXNl… (12 characters)'],
    ['sk_live_0123456789', 'sk_l… (18 characters)'],
    ['Bearer short', 'Bearer … (5 characters)'],
    ['Bearer 12345678', 'Bearer … (8 characters)'],
    ['Bearer 123456789', 'Bearer 1234… (9 characters)'],
    ['xBearer 123456789', 'xBea… (17 characters)'],
    ['', '… (0 characters)'],
    ['s3cretkey1 and more', 's3cr… (19 characters)'],
  ])('%j as %j', (header, stored) => {
    expect(redact(header)).toBe(stored)
  })

  it('is four characters and a length at most, however it was sent', () => {
    const sent = fc.oneof(
      word,
      fc.tuple(fc.constantFrom('Bearer', 'bearer', 'Basic'), word).map((parts) => parts.join(' ')),
      fc.tuple(word, word).map((parts) => parts.join(' ')),
    )
    fc.assert(
      fc.property(sent, (header) => {
        const stored = redact(header).replace(/^(bearer|basic) /i, '')
        expect(stored).toMatch(/^.{0,4}… \(\d+ characters\)$/)
      }),
    )
  })
})

describe('a bearer', () => {
  it('is one word after the scheme and one space', () => {
    fc.assert(
      fc.property(word, (key) => {
        expect(readBearer(`Bearer ${key}`)).toEqual({ bearer: key })
        for (const other of [
          `Bearer  ${key}`,
          ` Bearer ${key}`,
          `Bearer ${key} `,
          `Bearer\t${key}`,
          `${key}`,
        ]) {
          expect(readBearer(other)).toMatchObject({ bearer: null })
        }
      }),
    )
  })
})

describe('a key that names a scenario', () => {
  const isScenario = (name: string) =>
    ['plus', 'plus-x', 'past_due', 'l'.repeat(98), 'l'.repeat(99)].includes(name)

  it.each([
    ['sandbox_plus', 'plus', 'plus'],
    ['sandbox_past_due-7', 'past_due', 'past_due-7'],
    ['sandbox_plus-x', 'plus-x', 'plus-x'],
    ['sandbox_plus-x-y', 'plus-x', 'plus-x-y'],
    ['sandbox_plus-y-x', 'plus', 'plus-y-x'],
    [`sandbox_${'l'.repeat(98)}-x`, 'l'.repeat(98), `${'l'.repeat(98)}-x`],
    [`sandbox_plus-${'a'.repeat(64)}`, 'plus', `plus-${'a'.repeat(64)}`],
  ])('%s leads to scenario %s', (key, scenario, account) => {
    expect(readScenarioKey(key, isScenario)).toEqual({ scenario, account })
  })
})

describe('a key that a timeline revokes or rotates', () => {
  it.each(['rotate_key', 'revoke_key'])('is refused from the moment of %s on', (step) => {
    const sandbox = coreSandbox({ timeline: [{ at: '+1m', do: step as 'rotate_key' }] })
    const outcomes = [59_999, 60_000].map(
      (later) => callCore(sandbox, { machineMs: MACHINE_MS + later }).outcome,
    )
    expect(outcomes).toEqual(['created', 'invalid_key'])
  })
})
