import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { callCore } from '../../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// GET /v1/aliases: how many aliases a page has, and which assumptions it depends on.

type Choices = NonNullable<Scenario['choices']>
type Page = { aliases: { id: string }[]; has_more: boolean; next_cursor: string | null }

function open(scenario: Scenario) {
  const sandbox = coreSandbox(scenario)
  const list = (query = '') => callCore(sandbox, { method: 'GET', query })
  const page = (query: string) => JSON.parse(list(query).response.body) as Page
  const act = (action: string, input: object) =>
    sandbox.perform(sandbox.account('default'), action, input, MACHINE_MS)
  return { list, page, act }
}

/** The number of aliases on each page, from the first to the last. */
function pageSizes(scenario: Scenario, limit: number): number[] {
  const { page } = open(scenario)
  const sizes: number[] = []
  for (let query = `limit=${limit}`; ;) {
    const { aliases, has_more, next_cursor } = page(query)
    expect(has_more).toBe(next_cursor !== null)
    sizes.push(aliases.length)
    if (next_cursor === null) return sizes
    query = `limit=${limit}&last_key=${next_cursor}`
  }
}

describe('pages (choice pages)', () => {
  it.each<[NonNullable<Choices['pages']>, aliases: number, limit: number, sizes: number[]]>([
    ['full', 10, 5, [5, 5]],
    ['full', 11, 5, [5, 5, 1]],
    ['full', 0, 5, [0]],
    ['empty_last', 10, 5, [5, 5, 0]],
    ['empty_last', 11, 5, [5, 5, 1]],
    ['empty_last', 0, 5, [0]],
    ['short', 10, 5, [3, 3, 3, 1]],
    ['short', 2, 1, [1, 1]],
    ['short', 100, 100, [60, 40]],
  ])('%s: %i aliases by %i come as %j', (pages, populate, limit, sizes) => {
    expect(pageSizes({ populate, choices: { pages } }, limit)).toEqual(sizes)
  })
})

describe('a page rests on', () => {
  it.each<[choice: keyof Choices, isNamed: boolean, what: string, Scenario, query?: string]>([
    ['page_size', false, 'as many as the smallest page holds', { populate: 10 }],
    ['page_size', true, 'one more', { populate: 11 }],
    ['page_size', false, 'all on a smaller page', { populate: 5, choices: { page_size: 5 } }],
    ['page_size', true, 'more than a smaller page', { populate: 6, choices: { page_size: 5 } }],
    ['page_size', false, 'a limit', { populate: 30 }, 'limit=20'],
    ['pages', false, 'no more than a short page', { populate: 3 }, 'limit=5'],
    ['pages', true, 'more than a short page', { populate: 4 }, 'limit=5'],
    ['pages', true, 'a full page', { populate: 5 }, 'limit=5'],
    ['pages', true, 'a full page of one', { populate: 1 }, 'limit=1'],
    ['pages', true, 'a page cut short', { populate: 4, choices: { pages: 'short' } }, 'limit=5'],
    ['pages', false, 'nothing to cut', { populate: 3, choices: { pages: 'short' } }, 'limit=5'],
    ['suspended_reason', true, 'one of two', { aliases: [{ status: 'suspended' }, {}] }],
    ['replies_value', true, 'one of two', { aliases: [{ replies_enabled: true }, {}] }],
    ['id_style', true, 'ids of ours', { populate: 1 }],
    ['id_style', false, 'ids by the scenario', { populate: 1, ids: { alphabet: 'ab', length: 9 } }],
  ])('%s: %s, for it holds %s', (choice, isNamed, _what, scenario, query) => {
    expect(open(scenario).list(query).choices.includes(choice)).toBe(isNamed)
  })

  it('the state of an alias that was burned or has expired', () => {
    const seeds = [{ id: 'a', single_use: true }, { id: 'b', expires_at: '+10m' }, { id: 'c' }]
    const { list, act } = open({ clock: { mode: 'frozen' }, aliases: seeds })
    const rests = () => list().choices.filter((choice) => choice === 'burn' || choice === 'expiry')
    expect(rests()).toEqual([])
    act('forward_message', { id: 'a' })
    expect(rests()).toEqual(['burn'])
    act('advance_clock', { by: '10m' })
    expect(rests()).toEqual(['burn', 'expiry'])
  })
})

describe('a cursor whose alias is gone', () => {
  it.each<[Choices, status: number]>([
    [{}, 200],
    [{ stale_cursor: 'reject' }, 400],
    [{ list_order: 'newest_first' }, 200],
    [{ cursor: 'id' }, 200],
    [{ cursor: 'id', list_order: 'oldest_first' }, 400],
  ])('%j: answers %i, which is assumed', (choices, status) => {
    const { list, page, act } = open({ choices, aliases: [{ id: 'a' }, { id: 'b' }] })
    const query = `last_key=${page('limit=1').next_cursor}`
    const before = list(query)
    expect([before.basis, before.choices.includes('stale_cursor')]).toEqual(['documented', false])
    act('delete_alias', { id: page('limit=1').aliases[0]!.id })
    const { response, basis, choices: named } = list(query)
    expect([response.status, basis]).toEqual([status, 'assumed'])
    expect(named).toContain('stale_cursor')
  })
})
