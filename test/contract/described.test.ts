import * as v from 'valibot'
import { expect, it } from 'vitest'
import { CHOICES, described } from '../../src/contract/described.ts'

it('a schema is described without weight for its check', () => {
  const schema = described(v.boolean('is not that'), 'Whether it burns.', 'burn', 'null_fields')
  expect(v.getDescription(schema)).toBe('Whether it burns.')
  expect(v.getMetadata(schema)).toEqual({ [CHOICES]: ['burn', 'null_fields'] })
  expect(v.parse(schema, true)).toBe(true)
  expect(() => v.parse(schema, 1)).toThrow('is not that')
})

it('and names no choices where none settles it', () => {
  expect(v.getMetadata(described(v.string(), 'A text.'))).toEqual({})
})
