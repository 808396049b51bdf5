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
