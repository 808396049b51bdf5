import { describe, expect, it } from 'vitest'
import { textFields } from '../../../src/contract/shapes.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox } from '../../support/core/core-sandbox.ts'

const create = (choices: object, body: object) => {
  const {
    response,
    basis,
    choices: shaped,
  } = callCore(coreSandbox({ choices }), {
    body: JSON.stringify(body),
  })
  return { status: response.status, text: response.body, basis, shaped }
}

describe('null_fields', () => {
  it.each([...textFields, 'expires_at'])('unset accepts null for %s', (field) => {
    expect(create({ null_fields: 'unset' }, { [field]: null }).status).toBe(200)
    expect(create({}, { [field]: null }).status).toBe(400)
  })

  it.each(['unset', 'reject'])('%s refuses single_use: null, as the document does', (choice) => {
    const { status, text, basis, shaped } = create({ null_fields: choice }, { single_use: null })
    expect([status, basis]).toEqual([400, 'documented'])
    expect(text).toContain('single_use is null; leave it out instead')
    expect(shaped).not.toContain('null_fields')
  })
})

describe('text_limit', () => {
  it.each([
    ['a', 255, 200],
    ['a', 256, 400],
    ['😀', 255, 200],
    ['😀', 256, 400],
    ['é', 255, 200],
  ])('255 counts code points: %s × %i: %i', (character, times, status) => {
    const label = character.repeat(times)
    const limited = create({ text_limit: 255 }, { label })
    expect(limited.status).toBe(status)
    if (status === 400) expect(limited.text).toContain('has 256 characters; at most 255')
    expect(create({}, { label }).shaped.includes('text_limit')).toBe(status === 400)
  })
})
