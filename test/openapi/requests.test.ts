import * as v from 'valibot'
import { expect, it } from 'vitest'
import { createBody, listQuery } from '../../src/contract/request-shapes.ts'
import { apiClient } from '../support/http/api-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { check } from '../support/http/watched-account.ts'

const soon = Math.floor(Date.now() / 1_000) + 3_600

it.each([
  [{}],
  [{ label: 'shop', note: '', source: 'x', category: 'y' }],
  [{ single_use: true, expires_at: soon }],
  [{ unknown: 1 }],
  [{ label: 1 }],
  [{ note: null }],
  [{ source: ['x'] }],
  [{ category: false }],
  [{ single_use: 'yes' }],
  [{ expires_at: '2030' }],
  [{ expires_at: soon + 0.5 }],
  [{ expires_at: null }],
  [[]],
  ['text'],
])('what the document allows to be sent is taken, and else refused: %j', async (body) => {
  const client = apiClient(await freshSandbox())
  const { status } = await client.create(JSON.stringify(body))
  const isAllowed = check.allowsBody('post', '/v1/aliases', body)
  expect(status).toBe(isAllowed ? 200 : 400)
  expect(v.is(createBody, body) && !Array.isArray(body)).toBe(isAllowed) // valibot accepts a list as {}
})

it.each([1, 20, 100, 0, 101, -1, 1.5])(
  'a limit is accepted as the document says, and else refused: %s',
  async (limit) => {
    const client = apiClient(await freshSandbox())
    const { status } = await client.list(`?limit=${limit}`)
    expect(status).toBe(v.is(listQuery, { limit }) ? 200 : 400)
  },
)
