import * as v from 'valibot'
import { expect } from 'vitest'
import {
  aliasPage,
  createdAlias,
  messageError,
  planError,
  type Alias,
} from '../../src/contract/shapes.ts'
import type { RunningSandbox } from '../../src/start.ts'

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
export function apiClient(sandbox: RunningSandbox, key = 'sandbox_default'): ApiClient {
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

const neverSent = [
  'etag',
  'x-powered-by',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'access-control-allow-origin',
  'www-authenticate',
  'x-alias-sandbox',
]

async function checked(response: Response, method: string): Promise<Answer> {
  const { status, headers } = response
  const text = await response.text()
  for (const name of neverSent) expect(headers.has(name), name).toBe(false)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(headers.get('date')).toMatch(/GMT$/)
  const retryAfter = headers.get('retry-after')
  if (status !== 429 && status !== 503) expect(retryAfter).toBeNull()
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
  if (status === 200 && method === 'POST')
    return { ...answer, alias: v.parse(createdAlias, body).alias }
  if (status === 200) {
    const page = v.parse(aliasPage, body)
    expect(page.has_more).toBe(page.next_cursor !== null)
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

/** Stands where an answer holds no alias; using it fails. */
const nothing = new Proxy({} as Alias, {
  get(_target, field) {
    throw new Error(`the answer holds no alias, so no ${String(field)}`)
  },
})
