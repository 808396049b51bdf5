import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { create, judged, list, type Step } from '../support/core/judged.ts'

// GET /v1/aliases, rule 1: next_cursor goes back as last_key, and null is the end.

const three: Scenario = { populate: 3 }
const many: Scenario = { populate: 21 }
const page = (query: string): Step => ({ ...list, query })
const first = page('limit=2')

const second = page('limit=2&last_key={next}')

describe('passes_cursor_back', () => {
  it.each<[what: string, Scenario, Step[], said: string]>([
    ['no page', three, [page('limit=x')], 'not_exercised: no page had a next_cursor []'],
    [
      'no whole page',
      { ...three, faults: [{ kind: 'truncate' }] },
      [first],
      'not_exercised: no page had a next_cursor []',
    ],
    [
      'no further page',
      three,
      [first, create],
      'not_exercised: a page had a next_cursor, but the next page was not requested []',
    ],
    ['the cursor', three, [first, second], 'pass: 1 page requested with the returned cursor [2]'],
    [
      'an invented one',
      three,
      [first, page('last_key=abc'), second],
      'fail: 1 request sent a last_key that was never issued [2]',
    ],
    [
      'a wrong limit beside it',
      three,
      [first, page('last_key={next}&limit=x')],
      'pass: 1 page requested with the returned cursor [2]',
    ],
    [
      'an unknown parameter beside it that is refused',
      { ...three, choices: { unknown_fields: 'reject' } },
      [first, page('last_key=abc&colour=red')],
      'not_exercised: a page had a next_cursor, but the next page was not requested []',
    ],
    [
      'a wrong limit only',
      three,
      [first, page('limit=x')],
      'not_exercised: a page had a next_cursor, but the next page was not requested []',
    ],
    [
      'an invented one, and no page before',
      {},
      [page('last_key=abc')],
      'advice: 1 request sent a last_key that no page of this record issued; it may be from an earlier run [1]',
    ],
    [
      'a stranger’s',
      three,
      [first, { ...page('page=2'), key: 'nobody' }],
      'not_exercised: a page had a next_cursor, but the next page was not requested []',
    ],
    [
      'a creation’s',
      three,
      [first, { query: 'page=2' }],
      'not_exercised: a page had a next_cursor, but the next page was not requested []',
    ],
    [
      'an invented one in a burst',
      { ...three, faults: [{ kind: 'burst', skip: 1 }] },
      [first, page('last_key=abc')],
      'not_exercised: a page had a next_cursor, but the next page was not requested []',
    ],
    [
      'another name',
      three,
      [first, page('limit=2&nextCursor=abc'), page('page=2')],
      'fail: 2 requests sent nextCursor, an unknown parameter that returns the first page again [2 3]',
    ],
  ])('%s', (_what, scenario, steps, said) => {
    expect(judged('passes_cursor_back', scenario, steps)).toBe(said)
  })

  it.each(
    'next_cursor nextCursor cursor page_token pageToken next_token nextToken after starting_after page Page offset lastKey'.split(
      ' ',
    ),
  )('knows %s as a name of other APIs', (name) => {
    expect(judged('passes_cursor_back', many, [list, page(`${name}=2`)])).toBe(
      `fail: 1 request sent ${name}, an unknown parameter that returns the first page again [2]`,
    )
  })

  it.each(['homepage', 'pages', 'last_key_', 'afterwards'])(
    'takes %s for something else',
    (name) => {
      expect(judged('passes_cursor_back', many, [list, page(`${name}=2`)])).toMatch(
        /^not_exercised/,
      )
    },
  )
})

describe('stops_at_last_page', () => {
  it.each<[what: string, Scenario, Step[], said: string]>([
    [
      'a walk not ended',
      { populate: 5 },
      [first, second],
      'not_exercised: no list of several pages was read to its end []',
    ],
    [
      'a walk ended by an error',
      three,
      [first, page('last_key=abc')],
      'not_exercised: no list of several pages was read to its end []',
    ],
    [
      'a last page that broke off',
      { ...three, faults: [{ kind: 'truncate', skip: 1 }] },
      [first, second],
      'not_exercised: no list of several pages was read to its end []',
    ],
    ['a walk', three, [first, second], 'pass: 1 list ended there [2]'],
    ['two walks', three, [first, second, create, first, second], 'pass: 2 lists ended there [2 5]'],
    [
      'undefined as a key',
      three,
      [first, second, page('last_key=undefined')],
      'fail: 1 request continued after the last page [3]',
    ],
    [
      'None as a key',
      three,
      [first, second, page('last_key=None')],
      'fail: 1 request continued after the last page [3]',
    ],
    ['another key', three, [first, second, page('last_key=abc')], 'pass: 1 list ended there [2]'],
  ])('%s', (_what, scenario, steps, said) => {
    expect(judged('stops_at_last_page', scenario, steps)).toBe(said)
  })
})
