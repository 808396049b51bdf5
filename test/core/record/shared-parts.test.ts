import { describe, expect, it } from 'vitest'
import { isSame, SharedParts } from '../../../src/core/record/shared-parts.ts'

describe('lists that calls share', () => {
  it.each([
    [[], [], true],
    [[1], [], false],
    [[], [1], false],
    [[1, 2], [1, 2], true],
    [[1, 2], [1, 2, 3], false],
    [[1, 2], [2, 1], false],
    [[1, 2], [1, 3], false],
    [[2, 1], [3, 1], false],
    [[1], ['1'], false],
  ])('%j and %j are the same: %s', (some, others, same) => {
    expect(isSame(some, others)).toBe(same)
  })

  it('a list equal to the last one is replaced by it', () => {
    const { choices: share } = new SharedParts()
    const first = share(['domain', 'burn'])
    expect(first).toEqual(['domain', 'burn'])
    expect(share(['domain', 'burn'])).toBe(first)
    const second = share(['domain'])
    expect(second).toEqual(['domain'])
    expect(share(['domain'])).toBe(second)
    expect(share(['domain', 'burn'])).not.toBe(first)
  })
})
