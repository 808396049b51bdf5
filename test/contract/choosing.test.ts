import { describe, expect, it } from 'vitest'
import {
  checkChoices,
  choiceIds,
  choiceRow,
  defaultChoices,
  valuesOf,
} from '../../src/contract/choices/choices.ts'
import { refusalsOf } from '../support/refusals-of.ts'

// Choices are typed values in a scenario or an action, and strings in a flag.

describe('a choice', () => {
  it.each(choiceIds)('%s accepts each of its values, typed or as a string', (id) => {
    const { default: standard, alternatives } = choiceRow(id)
    expect(valuesOf(id)).toEqual([standard, ...alternatives.map(({ value }) => value)])
    for (const value of valuesOf(id)) {
      expect(checkChoices({ [id]: value })).toEqual({ ok: true, value: { [id]: value } })
      expect(checkChoices({ [id]: String(value) })).toEqual({ ok: true, value: { [id]: value } })
    }
  })

  it('has its default value when it is not set', () => {
    expect(checkChoices({})).toEqual({ ok: true, value: {} })
    expect(checkChoices(defaultChoices)).toEqual({ ok: true, value: defaultChoices })
    for (const id of choiceIds) expect(defaultChoices[id]).toBe(choiceRow(id).default)
  })

  const label = 'a'.repeat(63)
  it.each([
    ['page_size', 1, 1],
    ['page_size', 33, 33],
    ['page_size', '33', 33],
    ['page_size', '007', 7],
    ['domain', 'mail.example', 'mail.example'],
    ['domain', 'a.b', 'a.b'],
    ['domain', '9.x-y.z1', '9.x-y.z1'],
    ['domain', '10.0.0.1', '10.0.0.1'],
    ['domain', '127.1', '127.1'],
    [
      'domain',
      `${label}.${label}.${label}.${'b'.repeat(8)}`,
      `${label}.${label}.${label}.${'b'.repeat(8)}`,
    ],
  ])('%s takes %j besides, as %j', (id, input, value) => {
    expect(checkChoices({ [id]: input })).toEqual({ ok: true, value: { [id]: value } })
  })
})

const number = 'must be an integer from 1 to 100'
const host = 'must be a host name'

describe('an unknown choice or value is refused', () => {
  it.each<[input: object, ...sentences: string[]]>([
    [{ page_size: 0 }, `page_size ${number} (got 0)`],
    [{ page_size: 101 }, `page_size ${number} (got 101)`],
    [{ page_size: 1.5 }, `page_size ${number} (got 1.5)`],
    [{ page_size: '0' }, `page_size ${number} (got "0")`],
    [{ page_size: '-5' }, `page_size ${number} (got "-5")`],
    [{ page_size: '5e1' }, `page_size ${number} (got "5e1")`],
    [{ page_size: '0x5' }, `page_size ${number} (got "0x5")`],
    [{ page_size: '' }, `page_size ${number} (got "")`],
    [{ page_size: null }, `page_size ${number} (got null)`],
    [{ domain: 'localhost' }, `domain ${host} (got "localhost")`],
    [{ domain: '' }, `domain ${host} (got "")`],
    [{ domain: 'a.b.' }, `domain ${host} (got "a.b.")`],
    [{ domain: '-a.b' }, `domain ${host} (got "-a.b")`],
    [{ domain: 'A.b' }, `domain ${host} (got "A.b")`],
    [{ domain: 'a.b/c' }, `domain ${host} (got "a.b/c")`],
    [{ domain: 5.5 }, `domain ${host} (got 5.5)`],
    [
      { burn: 'burnt' },
      'burn must be one of removed, suspended, burned (got "burnt"; did you mean "burned"?)',
    ],
    [{ replies_value: 1 }, 'replies_value must be one of true, false, text (got 1)'],
    [{ text_limit: 254 }, 'text_limit must be one of none, 255 (got 254)'],
    [{ missing_key: '402' }, 'missing_key must be one of 401, 400 (got "402")'],
    [{ page_siez: 5 }, 'unknown choice "page_siez" (did you mean "page_size"?)'],
    [{ colour: 'red' }, 'unknown choice "colour" (list them with: alias-sandbox choices)'],
    [{ toString: 1 }, 'unknown choice "toString" (list them with: alias-sandbox choices)'],
    [
      { cors: 'on', burn: 1, colour: 2 },
      'burn must be one of removed, suspended, burned (got 1)',
      'unknown choice "colour" (list them with: alias-sandbox choices)',
    ],
  ])('%j', (input, ...sentences) => {
    expect(refusalsOf(checkChoices(input as Record<string, unknown>))).toEqual(sentences)
  })

  it('and the issue says whether the key or the value is wrong', () => {
    expect(checkChoices({ colour: 1, burn: 1 })).toMatchObject({
      issues: [{ path: ['colour'], isKey: true }, { path: ['burn'] }],
    })
  })

  it.each([200, 201])('a domain of %i characters', (length) => {
    const domain = `${'a'.repeat(length - 2)}.b`
    expect(checkChoices({ domain }).ok).toBe(length === 200)
  })
})
