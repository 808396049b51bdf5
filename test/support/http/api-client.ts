import type { RequestListener } from 'node:http'
import request, { type Response } from 'supertest'
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
import type { RunningSandbox } from '../../../src/node/start.ts'

/** A response of `/v1`, checked against the contract before any test uses it. */
export type ApiAnswer = {
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

/** The parts of a call beside its key. */
export type CallInit = { headers?: Record<string, string>; body?: string }

export type ApiClient = {
  create: (body?: unknown, init?: CallInit) => Promise<ApiAnswer>
  list: (query?: string, init?: CallInit) => Promise<ApiAnswer>
  send: (method: string, path: string, init?: CallInit) => Promise<ApiAnswer>
  /** Lists all aliases, page by page. */
  walk: (limit?: number) => Promise<Alias[]>
}

/**
 * The client through which all tests call `/v1`; it fails on any answer that violates the contract.
 * It uses supertest, on the URL of a running sandbox or on an app without a server.
 */
export function apiClient(
  target: Pick<RunningSandbox, 'url'> | RequestListener,
  key = 'sandbox_default',
): ApiClient {
  const supertest = request('url' in target ? target.url : target)
  async function send(method: string, path: string, init: CallInit = {}): Promise<ApiAnswer> {
    const call = supertest[method.toLowerCase() as 'get'](path)
    call.set({ authorization: `Bearer ${key}`, ...init.headers }).parse(readText)
    const response = await (init.body === undefined ? call : call.send(init.body))
    return checked(response, method)
  }
  const client: ApiClient = {
    send,
    create(body, init = {}) {
      if (body === undefined) return send('POST', '/v1/aliases', init)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const headers = { 'content-type': 'application/json', ...init.headers }
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

/** Leaves the body as text, because the contract is checked on the bytes that were sent. */
function readText(response: Response, done: (error: Error | null, body: string) => void): void {
  let text = ''
  response.setEncoding('utf8')
  response.on('data', (piece: string) => (text += piece))
  response.on('end', () => done(null, text))
}

/** Headers that no response may have: Errors, rule 4, and those that servers often add. */
const neverSent =
  /^(etag|vary|server|set-cookie|www-authenticate|x-powered-by|x-alias-sandbox|x-ratelimit.*|ratelimit.*|access-control-.*)$/

/** All possible statuses; 500 only because of a fault. */
const knownStatuses = [200, 400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503]

const fieldOrder = Object.keys(alias.entries)

function checked(response: Response, method: string): ApiAnswer {
  const { status } = response
  const headers = new Headers(response.headers as Record<string, string>)
  const text = method === 'HEAD' ? '' : (response.body as string)
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

/** Alias: the rules in its table for each field, in addition to the type. */
function checkAlias(input: Alias): void {
  expect(input.address.startsWith(`${input.id}@`)).toBe(true)
  expect(input.address.split('@')).toHaveLength(2)
  expect('suspended_reason' in input && input.status !== 'suspended').toBe(false)
  const names = Object.keys(input)
  expect(names).toEqual(fieldOrder.filter((name) => names.includes(name)))
}

/** A placeholder for responses without an alias; using it fails. */
const nothing = new Proxy({} as Alias, {
  get(_target, field) {
    throw new Error(`the answer holds no alias, so no ${String(field)}`)
  },
})
