import { describe, expect, it } from 'vitest'
import { coreSandbox, MACHINE_MS } from '../support/core-sandbox.ts'

// A page that is asked for again is not made again: whatever changes it has to be seen all the same.

type Page = { aliases: { id: string; status: string; forward_count: number }[] }

function open() {
  const sandbox = coreSandbox({ aliases: [{ id: 'a', single_use: true }, { id: 'b' }] })
  const account = sandbox.account('default')
  const list = (query = '', atMs = MACHINE_MS) => {
    const request = { method: 'GET', path: '/v1/aliases', query, headers: {}, body: null }
    const asked = { ...request, contentType: undefined }
    return sandbox.call(asked, 'Bearer sandbox_default', atMs)
  }
  const page = (query = '') => JSON.parse(list(query).response.body) as Page
  const act = (action: string, given: object) => sandbox.perform(account, action, given, MACHINE_MS)
  return { list, page, act }
}

describe('a list that is asked for again', () => {
  it('is the same while nothing changes', () => {
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
  ])('shows what %s with %j did', (action, given) => {
    const { page, act, list } = open()
    act('create_alias', { label: 'before' })
    const before = page()
    expect(page()).toEqual(before)
    act(action, given)
    expect(page()).not.toEqual(before)
    expect(list().response.body).toBe(list().response.body)
  })

  it('is not taken for another page', () => {
    const { page } = open()
    expect(page('limit=1').aliases).toHaveLength(1)
    expect(page('limit=2').aliases).toHaveLength(2)
    expect(page().aliases).toHaveLength(2)
    expect(page('limit=1').aliases).toHaveLength(1)
  })

  it('keeps the reasons of each call', () => {
    const { list } = open()
    list()
    expect(list('colour=red').choices).toContain('unknown_fields')
    expect(list().choices).not.toContain('unknown_fields')
  })
})
