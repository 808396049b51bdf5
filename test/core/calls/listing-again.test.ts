import { inProcess } from '../../../src/core/calls/arrival.ts'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { coreSandbox, MACHINE_MS } from '../../support/core/core-sandbox.ts'

// Every change to a page shows in the next list.

type Choices = NonNullable<Scenario['choices']>
type Page = { aliases: { id: string; status: string; forward_count: number }[] }

function open(choices: Choices = {}, more: { id: string }[] = []) {
  const aliases = [{ id: 'a', single_use: true }, { id: 'b' }, ...more]
  const sandbox = coreSandbox({ aliases, choices })
  const account = sandbox.account('default')
  const list = (query = '', atMs = MACHINE_MS) => {
    const request = { method: 'GET', path: '/v1/aliases', query, headers: {}, body: null }
    return sandbox.call(request, 'Bearer sandbox_default', inProcess(atMs))
  }
  const page = (query = '') => JSON.parse(list(query).response.body) as Page
  const act = (action: string, input: object) => sandbox.perform(account, action, input, MACHINE_MS)
  return { account, list, page, act }
}

describe('a repeated list', () => {
  it('gets the same answer while nothing changes', () => {
    const { list } = open()
    const bodies = [list(), list(), list()].map((entry) => entry.response.body)
    expect(new Set(bodies).size).toBe(1)
    expect(list().choices).toEqual(list().choices)
  })

  it.each([
    ['suspend_alias', { id: 'a' }],
    ['configure_replies', { id: 'a' }],
    ['forward_message', { id: 'a' }],
    ['forward_message', { id: 'b' }],
    ['delete_alias', { id: 'b' }],
    ['create_alias', {}],
    ['populate_aliases', { count: 1 }],
    ['load_scenario', { scenario: 'plus' }],
    ['reset', {}],
  ])('shows what %s with %j did', (action, input) => {
    const { page, act, list } = open()
    act('create_alias', { label: 'before' })
    const before = page()
    expect(page()).toEqual(before)
    act(action, input)
    expect(page()).not.toEqual(before)
    expect(list().response.body).toBe(list().response.body)
  })

  it('does not get another page', () => {
    const { page } = open()
    expect(page('limit=1').aliases).toHaveLength(1)
    expect(page('limit=2').aliases).toHaveLength(2)
    expect(page().aliases).toHaveLength(2)
    expect(page('limit=1').aliases).toHaveLength(1)
  })

  it('keeps the reasons of each call', () => {
    const { list } = open()
    expect(list('colour=red').choices).toContain('unknown_fields')
    expect(list().choices).not.toContain('unknown_fields')
    expect(list('colour=red').choices).toContain('unknown_fields')
  })

  it('depends on the page size only when the request has no limit', () => {
    const { list, act } = open()
    act('populate_aliases', { count: 30 })
    const rests = (query: string) => list(query).choices.includes('page_size')
    expect([rests(''), rests('limit=20'), rests(''), rests('colour=red')]).toEqual([
      true,
      false,
      true,
      true,
    ])
  })

  it.each<[Choices['list_order'], string[]]>([
    ['by_id', ['{"id":"a","n":9}', '{"id":"z","n":9}']],
    ['oldest_first', ['{"id":"a","n":0}', '{"id":"a","n":9}']],
  ])('%s: is not taken for that behind another place', (list_order = 'by_id', places) => {
    const { page, act } = open({ cursor: 'json', list_order }, [{ id: 'z' }])
    act('delete_alias', { id: 'a' })
    act('delete_alias', { id: 'z' }) // a plain cursor may now hold any number
    const pages = places.map((position) => page(`last_key=${encodeURIComponent(position)}`))
    expect(pages.map(({ aliases }) => aliases.length)).toEqual([1, 0])
  })
})
