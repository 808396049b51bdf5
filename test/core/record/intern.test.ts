import { describe, expect, it } from 'vitest'
import { isSame, internLast } from '../../../src/core/record/intern.ts'

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
    const share = internLast<number>()
    const first = share([1, 2])
    expect(first).toEqual([1, 2])
    expect(share([1, 2])).toBe(first)
    const second = share([1])
    expect(second).toEqual([1])
    expect(share([1])).toBe(second)
    expect(share([1, 2])).not.toBe(first)
  })
})
