import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import type { AnswerOf } from '../../src/contract/control/routes.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

type Seeds = NonNullable<Scenario['aliases']>

const aliases: Seeds = [
  { id: 'b1', label: 'Shop', note: 'shoes, 20 % off', created_at: 10 },
  { id: 'a2', label: 'Bank', source: 'web.form', status: 'suspended', created_at: 20 },
  { id: 'd3', label: 'ΟΔΟΣ', category: 'ÄRZTE', created_at: 30 },
  { id: 'c4', label: 'shop 2 🎉', note: '(a+)+$ [x] \\ " <b>', created_at: 40 },
]

/** A sandbox with these aliases; `find` returns the ids of what it found, and the number. */
async function withAliases(overrides: Scenario = {}) {
  const sandbox = await freshSandbox({ with: { aliases, ...overrides } })
  const { send, do: act } = controlClient(sandbox)
  const find = async (query: object = {}) => {
    const text = new URLSearchParams(query as Record<string, string>).toString()
    const { status, body } = await send('GET', `aliases?${text}`)
    expect(status, JSON.stringify(body)).toBe(200)
    const found = body as unknown as AnswerOf<'GET aliases'>
    return [found.aliases.map(({ id }) => id), found.total]
  }
  return { sandbox, send, act, find }
}

describe('GET aliases', () => {
  it('lists all aliases by id, and says how many there are', async () => {
    const { find, send } = await withAliases()
    expect(await find()).toEqual([['a2', 'b1', 'c4', 'd3'], 4])
    const { body } = await send('GET', 'aliases?search=bank')
    expect(body['aliases']).toMatchObject([
      { id: 'a2', address: expect.stringMatching(/^a2@/) as string, source: 'web.form' },
    ])
  })

  it.each([
    ['shop', ['b1', 'c4']],
    ['SHOP', ['b1', 'c4']],
    [' 2', ['c4', 'b1'].toSorted()], // "shop 2", and "shoes, 20 % off"
    ['ärzte', ['d3']],
    ['οδος', ['d3']],
    ['οδοσ', ['d3']],
    ['🎉', ['c4']],
    ['web.form', ['a2']],
    ['web_form', []],
    ['webXform', []],
    ['.', ['a2', 'b1', 'c4', 'd3']], // in every address
    ['.*', []],
    ['(a+)+$', ['c4']],
    ['[x]', ['c4']],
    ['\\', ['c4']],
    ['"', ['c4']],
    ['%', ['b1']],
    ['/', []],
    ['-', []],
    ['\u0000', []],
    ['^', []],
    ['a2', ['a2']],
    ['A2@', ['a2']],
    ['2@alias', ['a2']],
    ['@ALIAS', ['a2', 'b1', 'c4', 'd3']],
    ['@alias.example', ['a2', 'b1', 'c4', 'd3']],
    ['b1@alias.example', ['b1']],
    ['nothing', []],
    ['', ['a2', 'b1', 'c4', 'd3']],
  ])('finds %j as it stands in any text, in lower or upper case', async (search, ids) => {
    const { find } = await withAliases({ choices: { domain: 'alias.example' } })
    expect(await find({ search })).toEqual([ids, ids.length])
  })

  it('selects by status, and both conditions together', async () => {
    const { find } = await withAliases()
    expect(await find({ status: 'suspended' })).toEqual([['a2'], 1])
    expect(await find({ status: 'active', search: 'SHO' })).toEqual([['b1', 'c4'], 2])
    expect(await find({ status: 'burned' })).toEqual([[], 0])
  })

  it('pages through what matches', async () => {
    const { find } = await withAliases()
    expect(await find({ limit: 3 })).toEqual([['a2', 'b1', 'c4'], 4])
    expect(await find({ limit: 3, skip: 3 })).toEqual([['d3'], 4])
    expect(await find({ limit: 1, skip: 1, search: 'shop' })).toEqual([['c4'], 2])
    expect(await find({ skip: 9 })).toEqual([[], 4])
  })

  it('lists the newest or the oldest first', async () => {
    const { find, act } = await withAliases()
    await act('create_alias', { label: 'latest' })
    const [[latest]] = (await find({ search: 'latest' })) as [[string]]
    expect(await find({ order: 'newest', limit: 2 })).toEqual([[latest, 'c4'], 5])
    expect(await find({ order: 'oldest', limit: 2 })).toEqual([['b1', 'a2'], 5])
  })

  it('finds every one of many, across all its steps', async () => {
    const { find } = await withAliases({ aliases: [], populate: 1_000 })
    const [ids] = (await find()) as [string[]]
    expect(ids).toHaveLength(1_000)
    expect(ids).toEqual(ids.toSorted())
    const pages: string[] = []
    for (let skip = 0; skip < 1_000; skip += 250) {
      const [page] = (await find({ skip, limit: 250, search: '@' })) as [string[]]
      pages.push(...page)
    }
    expect(pages).toEqual(ids)
    expect(await find({ order: 'newest', skip: 999 })).toEqual([[expect.any(String)], 1_000])
  })

  it('can be asked for another account', async () => {
    const { send } = await withAliases()
    await send('POST', 'accounts', { name: 'mine', aliases: [{ id: 'x1', label: 'shop' }] })
    const { body } = await send('GET', 'accounts/mine/aliases?search=shop')
    expect(body).toMatchObject({ aliases: [{ id: 'x1' }], total: 1 })
  })

  it.each([
    ['limit=0', 'limit must be an integer from 1 to 100000 (got "0")'],
    ['limit=100001', 'limit must be an integer from 1 to 100000 (got "100001")'],
    ['skip=-1', 'skip must be an integer from 0 to 999999999 (got "-1")'],
    ['status=actve', 'status must be one of active, suspended, burned, expired (got "actve"; did you mean "active"?)'],
    ['order=new', 'order must be one of id, newest, oldest (got "new"'],
    ['query=x', 'unknown parameter "query"'],
    ['search=a&search=b', 'parameter "search" must not be repeated'],
    ['search=%ff', 'the query must be percent-encoded UTF-8'],
  ])('refuses %s', async (query, message) => {
    const { send } = await withAliases()
    const answer = await send('GET', `aliases?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) as string } })
    expect(JSON.stringify(answer.body).length).toBeLessThan(300)
  }) // prettier-ignore
})
