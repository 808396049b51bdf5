import { describe, expect, it } from 'vitest'
import {
  checkChoices,
  choiceIds,
  choiceRow,
  defaultChoices,
  valuesOf,
} from '../../src/contract/choices.ts'
import { refusalsOf } from '../support/refusals-of.ts'

// Choices come typed from a scenario or an action, as texts from a flag.

describe('a choice', () => {
  it.each(choiceIds)('%s takes each of its values, as it is or as a text', (id) => {
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

const number = 'is not a whole number from 1 to 100'
const host = 'is not a host name'

describe('an unknown choice or value is refused', () => {
  it.each<[input: object, ...sentences: string[]]>([
    [{ page_size: 0 }, `page_size: 0 ${number}`],
    [{ page_size: 101 }, `page_size: 101 ${number}`],
    [{ page_size: 1.5 }, `page_size: 1.5 ${number}`],
    [{ page_size: '0' }, `page_size: "0" ${number}`],
    [{ page_size: '101' }, `page_size: "101" ${number}`],
    [{ page_size: '1.5' }, `page_size: "1.5" ${number}`],
    [{ page_size: '-5' }, `page_size: "-5" ${number}`],
    [{ page_size: 'x5' }, `page_size: "x5" ${number}`],
    [{ page_size: '5x' }, `page_size: "5x" ${number}`],
    [{ page_size: '5e1' }, `page_size: "5e1" ${number}`],
    [{ page_size: '0x5' }, `page_size: "0x5" ${number}`],
    [{ page_size: ' 5' }, `page_size: " 5" ${number}`],
    [{ page_size: '' }, `page_size: "" ${number}`],
    [{ page_size: [5] }, `page_size: [5] ${number}`],
    [{ page_size: true }, `page_size: true ${number}`],
    [{ page_size: null }, `page_size: null ${number}`],
    [{ page_size: undefined }, `page_size: nothing ${number}`],
    [{ domain: 'localhost' }, `domain: "localhost" ${host}`],
    [{ domain: '' }, `domain: "" ${host}`],
    [{ domain: '.a.b' }, `domain: ".a.b" ${host}`],
    [{ domain: 'a.b.' }, `domain: "a.b." ${host}`],
    [{ domain: 'a..b' }, `domain: "a..b" ${host}`],
    [{ domain: '-a.b' }, `domain: "-a.b" ${host}`],
    [{ domain: 'a-.b' }, `domain: "a-.b" ${host}`],
    [{ domain: 'a.-b' }, `domain: "a.-b" ${host}`],
    [{ domain: 'a.b-' }, `domain: "a.b-" ${host}`],
    [{ domain: 'A.b' }, `domain: "A.b" ${host}`],
    [{ domain: 'a.b/c' }, `domain: "a.b/c" ${host}`],
    [{ domain: '123' }, `domain: "123" ${host}`],
    [{ domain: 5.5 }, `domain: 5.5 ${host}`],
    [{ domain: ['a.b'] }, `domain: ["a.b"] ${host}`],
    [
      { burn: 'burnt' },
      'burn: "burnt" is not one of removed, suspended, burned (did you mean burned?)',
    ],
    [{ replies_value: 1 }, 'replies_value: 1 is not one of true, false, text'],
    [{ text_limit: 254 }, 'text_limit: 254 is not one of none, 255'],
    [{ missing_key: '402' }, 'missing_key: "402" is not one of 401, 400'],
    [{ page_siez: 5 }, 'page_siez: is not a choice; did you mean page_size?'],
    [{ colour: 'red' }, 'colour: is not a choice; see alias-sandbox choices'],
    [{ toString: 1 }, 'toString: is not a choice; see alias-sandbox choices'],
    [
      { cors: 'on', burn: 1, colour: 2 },
      'burn: 1 is not one of removed, suspended, burned',
      'colour: is not a choice; see alias-sandbox choices',
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
