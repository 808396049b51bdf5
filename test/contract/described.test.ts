import * as v from 'valibot'
import { expect, it } from 'vitest'
import { CHOICES, described } from '../../src/contract/choices/described.ts'

it('a description does not change what a schema accepts', () => {
  const schema = described(v.boolean('is not that'), 'Whether it burns.', 'burn', 'null_fields')
  expect(v.getDescription(schema)).toBe('Whether it burns.')
  expect(v.getMetadata(schema)).toEqual({ [CHOICES]: ['burn', 'null_fields'] })
  expect(v.parse(schema, true)).toBe(true)
  expect(() => v.parse(schema, 1)).toThrow('is not that')
})

it('a description without choices names none', () => {
  expect(v.getMetadata(described(v.string(), 'A text.'))).toEqual({})
})
