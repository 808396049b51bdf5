import * as v from 'valibot'
import { expect } from 'vitest'
import {
  alias,
  aliasPage,
  createdAlias,
  messageError,
  planError,
  type Alias,
} from '../../../src/contract/shapes.ts'
import type { RunningSandbox } from '../../../src/start.ts'

/** What a client of `/v1` sees, checked against the contract before any test looks at it. */
export type Answer = {
  status: number
  code: string | undefined
  message: string
  retryAfter: string | null
  headers: Headers
  text: string
  alias: Alias
  aliases: Alias[]
  nextCursor: string | null
  hasMore: boolean
}

export type ApiClient = {
  create: (body?: unknown, init?: RequestInit) => Promise<Answer>
  list: (query?: string, init?: RequestInit) => Promise<Answer>
  send: (method: string, path: string, init?: RequestInit) => Promise<Answer>
  /** Every alias, page by page. */
  walk: (limit?: number) => Promise<Alias[]>
}

/** The one client through which tests call `/v1`: no answer passes it that the contract does not allow. */
export function apiClient(
  sandbox: Pick<RunningSandbox, 'url'>,
  key = 'sandbox_default',
): ApiClient {
  async function send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) }
    const response = await fetch(sandbox.url + path, { ...init, method, headers })
    return checked(response, method)
  }
  const client: ApiClient = {
    send,
    create(body, init = {}) {
      if (body === undefined) return send('POST', '/v1/aliases', init)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const headers = { 'content-type': 'application/json', ...(init.headers as object) }
      return send('POST', '/v1/aliases', { ...init, body: text, headers })
    },
    list: (query = '', init = {}) => send('GET', `/v1/aliases${query}`, init),
    async walk(limit) {
      const found: Alias[] = []
      let query = limit === undefined ? '?' : `?limit=${limit}&`
      for (;;) {
        const page = await client.list(query)
        expect(page.status).toBe(200)
        found.push(...page.aliases)
        if (page.nextCursor === null) return found
        query = `?${limit === undefined ? '' : `limit=${limit}&`}last_key=${encodeURIComponent(page.nextCursor)}`
      }
    },
  }
  return client
}

/** Headers that no answer has: Errors, rule 4, and what servers like to add. */
const neverSent =
  /^(etag|vary|server|set-cookie|www-authenticate|x-powered-by|x-alias-sandbox|x-ratelimit.*|ratelimit.*|access-control-.*)$/

/** What can be answered at all; 500 only where a fault says so. */
const knownStatuses = [200, 400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503]

const fieldOrder = Object.keys(alias.entries)

async function checked(response: Response, method: string): Promise<Answer> {
  const { status, headers } = response
  const text = await response.text()
  expect([...headers.keys()].filter((name) => neverSent.test(name))).toEqual([])
  expect(knownStatuses).toContain(status)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(headers.get('date')).toMatch(/GMT$/)
  const retryAfter = headers.get('retry-after')
  if (status === 503) expect(retryAfter).toBe('30')
  else if (status === 429) expect(retryAfter ?? '1').toMatch(/^[1-9]\d*$/)
  else expect(retryAfter).toBeNull()
  const body: unknown = method === 'HEAD' ? { message: '' } : JSON.parse(text)
  const answer = {
    status,
    headers,
    text,
    retryAfter,
    code: undefined,
    message: '',
    alias: nothing,
    aliases: [],
    nextCursor: null,
    hasMore: false,
  }
  if (status === 200 && method === 'POST') {
    const created = v.parse(createdAlias, body).alias
    checkAlias(created)
    return { ...answer, alias: created }
  }
  if (status === 200) {
    const page = v.parse(aliasPage, body)
    expect(page.has_more).toBe(page.next_cursor !== null)
    expect(new Set(page.aliases.map(({ id }) => id)).size).toBe(page.aliases.length)
    page.aliases.forEach(checkAlias)
    return {
      ...answer,
      aliases: page.aliases,
      nextCursor: page.next_cursor,
      hasMore: page.has_more,
    }
  }
  if (status === 403) {
    const { code, description } = v.parse(planError, body)
    return { ...answer, code, message: description }
  }
  return { ...answer, message: v.parse(messageError, body).message }
}

/** Alias: what its table says of each field beside the type. */
function checkAlias(input: Alias): void {
  expect(input.address.startsWith(`${input.id}@`)).toBe(true)
  expect(input.address.split('@')).toHaveLength(2)
  expect('suspended_reason' in input && input.status !== 'suspended').toBe(false)
  const names = Object.keys(input)
  expect(names).toEqual(fieldOrder.filter((name) => names.includes(name)))
}

/** Stands where an answer holds no alias; using it fails. */
const nothing = new Proxy({} as Alias, {
  get(_target, field) {
    throw new Error(`the answer holds no alias, so no ${String(field)}`)
  },
})
