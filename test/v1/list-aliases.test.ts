import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { runs } from '../support/runs.ts'

const unlimited = (populate: number) => freshSandbox({ scenario: 'unlimited', with: { populate } })

describe('GET /v1/aliases', () => {
  it('answers an empty account with an empty last page', async () => {
    const { text } = await apiClient(await freshSandbox()).list()
    expect(text).toBe('{"aliases":[],"next_cursor":null,"has_more":false}')
  })

  it.each([
    [19, 19, false],
    [20, 20, false],
    [21, 20, true],
  ])('%i aliases: a default page of %i, more: %s', async (count, length, more) => {
    const page = await apiClient(await unlimited(count)).list()
    expect([page.aliases.length, page.hasMore]).toEqual([length, more])
  })

  it('pages through all aliases, each once, in the same order for every limit', async () => {
    const api = apiClient(await unlimited(47))
    const all = await api.walk(100)
    expect(all).toHaveLength(47)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), async (limit) => {
        expect(await api.walk(limit)).toEqual(all)
      }),
      { numRuns: 4 + runs(20), examples: [[1], [46], [47], [48]] },
    )
  })

  it('fills every page but the last', async () => {
    const api = apiClient(await unlimited(25))
    const first = await api.list('?limit=10')
    const second = await api.list(`?limit=10&last_key=${first.nextCursor}`)
    const third = await api.list(`?limit=10&last_key=${second.nextCursor}`)
    expect([first, second, third].map(({ aliases }) => aliases.length)).toEqual([10, 10, 5])
    expect(third.nextCursor).toBeNull()
  })

  it('accepts a cursor twice and gives the same answer', async () => {
    const api = apiClient(await unlimited(5))
    const { nextCursor } = await api.list('?limit=2')
    const again = () => api.list(`?limit=2&last_key=${nextCursor}`).then(({ text }) => text)
    expect(await again()).toBe(await again())
  })

  it('neither skips nor repeats an existing alias while others are created and deleted', async () => {
    const sandbox = await unlimited(30)
    const api = apiClient(sandbox)
    const control = controlClient(sandbox)
    const before = await api.walk(100)
    const seen: string[] = []
    let page = await api.list('?limit=4')
    for (;;) {
      seen.push(...page.aliases.map(({ id }) => id))
      if (page.nextCursor === null) break
      await control.do('delete_alias', { id: page.aliases.at(-1)!.id })
      await api.create()
      page = await api.list(`?limit=4&last_key=${page.nextCursor}`)
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(before.map(({ id }) => id).filter((id) => !seen.includes(id))).toEqual([])
  })

  it.each([
    '?limit=0',
    '?limit=101',
    '?limit=-1',
    '?limit=+5',
    '?limit=%2B5',
    '?limit=5.0',
    '?limit=1e1',
    '?limit=05',
    '?limit= 5',
    '?limit=5%20',
    '?limit=',
    '?limit',
    '?limit=abc',
    '?limit=5&limit=5',
    '?limit=0x5',
    '?limit=٣',
    '?limit=99999999999999999999',
    '?last_key=',
    '?last_key=abc',
    '?last_key=null',
    '?last_key=a&last_key=b',
    '?last_key=%00',
    '?last_key=%zz',
  ])('refuses %s with 400 that names the parameter', async (query) => {
    const { status, message } = await apiClient(await unlimited(3)).list(query)
    expect(status).toBe(400)
    expect(message).toMatch(/^(limit|last_key) is /)
  })

  it.each(['?limit=1', '?limit=100', '?colour=red', '?', '?limit=5&colour=red'])(
    'accepts %s',
    async (query) => {
      expect((await apiClient(await unlimited(3)).list(query)).status).toBe(200)
    },
  )

  it('accepts only cursors that it issued: any modified cursor gets 400', async () => {
    const api = apiClient(await unlimited(30))
    const { nextCursor } = await api.list('?limit=3')
    const cursor = nextCursor!
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.'
    await fc.assert(
      fc.asyncProperty(
        fc.nat(cursor.length),
        fc.constantFrom(...Array.from(letters)),
        fc.boolean(),
        async (at, letter, inserts) => {
          const changed = cursor.slice(0, at) + letter + cursor.slice(inserts ? at : at + 1)
          fc.pre(changed !== cursor)
          expect((await api.list(`?last_key=${encodeURIComponent(changed)}`)).status).toBe(400)
        },
      ),
      { numRuns: runs(80) },
    )
  })

  it('refuses the cursor of another account', async () => {
    const sandbox = await freshSandbox({ scenario: 'many_pages' })
    const other = apiClient(sandbox, 'sandbox_many_pages-other')
    const { nextCursor } = await other.list()
    expect((await other.list(`?last_key=${nextCursor}`)).status).toBe(200)
    expect((await apiClient(sandbox).list(`?last_key=${nextCursor}`)).status).toBe(400)
  })

  it('continues after the position of a deleted alias', async () => {
    const sandbox = await unlimited(6)
    const api = apiClient(sandbox)
    const all = await api.walk()
    const { nextCursor, aliases } = await api.list('?limit=3')
    await controlClient(sandbox).do('delete_alias', { id: aliases[2]!.id })
    expect((await api.list(`?last_key=${nextCursor}`)).aliases).toEqual(all.slice(3))
  })

  it('gives a reason for suspended aliases, and for no others', async () => {
    const sandbox = await unlimited(2)
    const api = apiClient(sandbox)
    const [first] = await api.walk()
    await controlClient(sandbox).do('suspend_alias', { id: first!.id })
    const [suspended, active] = await api.walk()
    expect(suspended).toMatchObject({ status: 'suspended', suspended_reason: 'manual' })
    expect(active).not.toHaveProperty('suspended_reason')
    expect(active).not.toHaveProperty('replies_enabled')
  })

  it('shows replies_enabled once replies are configured', async () => {
    const sandbox = await unlimited(1)
    const api = apiClient(sandbox)
    const [alias] = await api.walk()
    await controlClient(sandbox).do('configure_replies', { id: alias!.id })
    expect((await api.walk())[0]).toHaveProperty('replies_enabled', true)
  })
})
