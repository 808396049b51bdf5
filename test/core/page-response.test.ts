import { describe, expect, it } from 'vitest'
import { PageResponse } from '../../src/core/page-response.ts'

/** A page whose aliases tell how often they were gone through. */
function watched(texts: string[], nextCursor: string | null = null, extra = '') {
  let walks = 0
  const aliases = Object.assign([...texts], {
    [Symbol.iterator](): ArrayIterator<string> {
      walks += 1
      return Array.prototype.values.call(this) as ArrayIterator<string>
    },
  })
  return { page: new PageResponse(aliases, nextCursor, extra), walks: () => walks }
}

describe('a page', () => {
  it.each([
    [[], null, '', '{"aliases":[],"next_cursor":null,"has_more":false}'],
    [['{}', '{"a":1}'], 'x"', '', '{"aliases":[{},{"a":1}],"next_cursor":"x\\"","has_more":true}'],
    [['{}'], null, ',"b":2', '{"aliases":[{}],"next_cursor":null,"has_more":false,"b":2}'],
  ])('of %j before %j with %j: %s', (texts, cursor, extra, body) => {
    expect(watched(texts, cursor, extra).page.body).toBe(body)
  })

  it('is put together for its first reader, and kept from the second on', () => {
    const { page, walks } = watched(['{}'])
    expect(walks()).toBe(0)
    const read = [1, 2, 3, 4].map(() => ({ body: page.body, walks: walks() }))
    expect(read.map((reading) => reading.walks)).toEqual([1, 2, 2, 2])
    expect(new Set(read.map(({ body }) => body)).size).toBe(1)
  })

  it('weighs what its aliases do, and nobody has to put it together for that', () => {
    const { page } = watched(['1234', '567890'])
    expect(page.weight).toBe(10)
    expect(watched([]).page.weight).toBe(0)
  })
})
