import { describe, expect, it } from 'vitest'
import { PageResponse } from '../../../src/core/aliases/page-response.ts'

/** A page whose aliases tell how often they were gone through. */
function watched(texts: string[], nextCursor: string | null = null, extra = '') {
  let walks = 0
  const aliases = Object.assign([...texts], {
    [Symbol.iterator](): ArrayIterator<string> {
      walks += 1
      return Array.prototype.values.call(this) as ArrayIterator<string>
    },
  })
  return { page: new PageResponse(aliases, nextCursor, extra, 1_000), walks: () => walks }
}

describe('a page', () => {
  it.each([
    [[], null, '', '{"aliases":[],"next_cursor":null,"has_more":false}'],
    [['{}', '{"a":1}'], 'x"', '', '{"aliases":[{},{"a":1}],"next_cursor":"x\\"","has_more":true}'],
    [['{}'], null, ',"b":2', '{"aliases":[{}],"next_cursor":null,"has_more":false,"b":2}'],
  ])('of %j before %j with %j: %s', (texts, cursor, extra, body) => {
    expect(watched(texts, cursor, extra).page.body).toBe(body)
  })

  it('is composed for each reader, and kept from when it is listed again', () => {
    const { page, walks } = watched(['{}'])
    expect(walks()).toBe(0)
    const read = () => ({ body: page.body, walks: walks() })
    expect([read().walks, read().walks]).toEqual([1, 2])
    page.keepText()
    expect([read(), read(), read()].map((reading) => reading.walks)).toEqual([3, 3, 3])
    page.forgetText()
    expect([read().walks, read().walks]).toEqual([4, 5])
    expect(read().body).toBe('{"aliases":[{}],"next_cursor":null,"has_more":false}')
  })

  it('weighs what its aliases do, and is not composed for that', () => {
    const { page, walks } = watched(['1234', '567890'])
    expect(page.weight).toBeGreaterThan(1_000)
    expect(page.weight).toBeLessThan(1_500)
    expect(walks()).toBe(0)
  })
})
