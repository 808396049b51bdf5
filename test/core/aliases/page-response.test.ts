import { describe, expect, it } from 'vitest'
import { PageResponse } from '../../../src/core/aliases/page-response.ts'

describe('a page', () => {
  it.each([
    [[], null, '', '{"aliases":[],"next_cursor":null,"has_more":false}'],
    [['{}', '{"a":1}'], 'x"', '', '{"aliases":[{},{"a":1}],"next_cursor":"x\\"","has_more":true}'],
    [['{}'], null, ',"b":2', '{"aliases":[{}],"next_cursor":null,"has_more":false,"b":2}'],
  ])('of the aliases %j with the cursor %j and the extra text %j is %s', (...row) => {
    const [texts, cursor, extra, body] = row
    const page = new PageResponse(texts, cursor, extra, 1_000)
    expect(page.body).toBe(body)
    expect(page.pieces().join('')).toBe(body)
  })

  it('reads the same before its text is cached, while it is, and after it was dropped', () => {
    const page = new PageResponse(['{}'], null, '', 1_000)
    const body = '{"aliases":[{}],"next_cursor":null,"has_more":false}'
    expect([page.body, page.body]).toEqual([body, body])
    page.keepText()
    expect([page.body, page.body]).toEqual([body, body])
    page.forgetText()
    expect([page.body, page.body]).toEqual([body, body])
  })

  it('is slightly larger than the texts of its aliases', () => {
    const page = new PageResponse(['1234', '567890'], null, '', 1_000)
    expect(page.weight).toBeGreaterThan(1_000)
    expect(page.weight).toBeLessThan(1_500)
  })
})
