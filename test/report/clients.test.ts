import axios from 'axios'
import axiosRetry from 'axios-retry'
import got from 'got'
import { ofetch } from 'ofetch'
import pRetry from 'p-retry'
import { Agent, RetryAgent, request as undiciRequest } from 'undici'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { toJudged } from '../../src/core/report/judged-account.ts'
import { reportOn, type EtiquetteRow } from '../../src/core/report/report.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

type Client = (url: string) => Promise<unknown>
const headers = { authorization: 'Bearer sandbox_default' }
const json = { ...headers, 'content-type': 'application/json' }
/** Reads the whole answer: the connection of one that is not read to its end is not used again. */
const create = async (url: string, body?: string) => {
  const response = await fetch(`${url}/v1/aliases`, {
    method: 'POST',
    headers: body ? json : headers,
    ...(body && { body }),
  })
  await response.arrayBuffer()
  return response
}

/** The limit is reached, for longer than any of these clients takes. */
const burst: Scenario = { usage: { burst: 60, burst_resets_in: '60s' } }
/** One refusal, whose Retry-After is short enough to be waited for. */
const shortBurst: Scenario = { faults: [{ kind: 'burst', retry_after: 1 }] }
const collision: Scenario = { faults: [{ kind: 'collision', times: 2 }] }
const pages: Scenario = { populate: 45 }

const retryingGot = got.extend({
  headers,
  retry: { limit: 3, methods: ['GET', 'POST'], statusCodes: [409, 429, 503] },
})

function orThrow(response: Response): Response {
  if (!response.ok) throw new Error(String(response.status))
  return response
}

const walk = async (url: string, parameter: string, most = 5) => {
  let cursor: string | null = ''
  for (let page = 1; page <= most && cursor !== null; page += 1) {
    const query: string = cursor === '' ? '' : `?${parameter}=${encodeURIComponent(cursor)}`
    const answer = await fetch(`${url}/v1/aliases${query}`, { headers })
    cursor = ((await answer.json()) as { next_cursor: string | null }).next_cursor
  }
}

/** The client, the initial state, its calls, and the verdict of a rule. */
const rows: [who: string, start: Scenario, client: Client, rule: string, verdict: string][] = [
  [
    'p-retry without a pause',
    burst,
    (url) =>
      pRetry(async () => orThrow(await create(url)), { retries: 2, minTimeout: 0, factor: 1 }),
    'waits_out_burst',
    'fail',
  ],
  [
    'ofetch with two retries',
    burst,
    (url) => ofetch(`${url}/v1/aliases`, { headers, retry: 2 }),
    'waits_out_burst',
    'fail',
  ],
  [
    'ofetch as it comes, whose only retry comes on a second connection while the first is open',
    burst,
    (url) => ofetch(`${url}/v1/aliases`, { headers }),
    'waits_out_burst',
    'advice',
  ],
  [
    'got, POST too',
    shortBurst,
    (url) => retryingGot.post(`${url}/v1/aliases`),
    'waits_out_burst',
    'pass',
  ],
  [
    'undici’s RetryAgent',
    shortBurst,
    async (url) => {
      const dispatcher = new RetryAgent(new Agent(), {
        statusCodes: [429],
        methods: ['GET'],
        maxRetries: 2,
      })
      await (await undiciRequest(`${url}/v1/aliases`, { headers, dispatcher })).body.text()
      await dispatcher.close()
    },
    'waits_out_burst',
    'pass',
  ],
  [
    'axios-retry without a pause',
    burst,
    (url) => {
      const client = axios.create()
      axiosRetry(client, { retries: 2, retryDelay: () => 1, retryCondition: () => true })
      return client.get(`${url}/v1/aliases`, { headers })
    },
    'waits_out_burst',
    'fail',
  ],
  ['a client that gives up', burst, (url) => create(url), 'waits_out_burst', 'pass'],
  ['a client that meets no limit', {}, (url) => create(url), 'waits_out_burst', 'not_exercised'],
  [
    'an outage, tried again at once and once more',
    { faults: [{ kind: 'outage', times: 2 }] },
    async (url) => [await create(url), await create(url), await create(url)],
    'waits_out_outage',
    'fail',
  ],
  [
    'got and collisions',
    collision,
    (url) => retryingGot.post(`${url}/v1/aliases`),
    'retries_collision',
    'pass',
  ],
  [
    'a client that gives a collision up',
    collision,
    (url) => create(url),
    'retries_collision',
    'advice',
  ],
  ['no collision', {}, (url) => create(url), 'retries_collision', 'not_exercised'],
  [
    'the daily cap, tried again',
    { usage: { daily: 50 } },
    async (url) => [await create(url), await create(url), await create(url)],
    'waits_for_midnight',
    'fail',
  ],
  [
    'the daily cap, left alone',
    { usage: { daily: 50 } },
    async (url) => [await create(url), await fetch(`${url}/v1/aliases`, { headers })],
    'waits_for_midnight',
    'pass',
  ],
  [
    'p-retry on a 403',
    { account: { billing: 'past_due' } },
    (url) =>
      pRetry(async () => orThrow(await create(url)), { retries: 9, minTimeout: 0, factor: 1 }),
    'no_loop_on_403',
    'fail',
  ],
  ['one 403', { account: { billing: 'past_due' } }, (url) => create(url), 'no_loop_on_403', 'pass'],
  [
    'p-retry on a 401',
    { account: { key: 'revoked' } },
    (url) =>
      pRetry(async () => orThrow(await create(url)), { retries: 9, minTimeout: 0, factor: 1 }),
    'no_loop_on_401',
    'fail',
  ],
  ['last_key', pages, (url) => walk(url, 'last_key'), 'passes_cursor_back', 'pass'],
  ['last_key to the end', pages, (url) => walk(url, 'last_key'), 'stops_at_last_page', 'pass'],
  ['next_cursor=', pages, (url) => walk(url, 'next_cursor'), 'passes_cursor_back', 'fail'],
  [
    'only one page',
    pages,
    (url) => walk(url, 'last_key', 1),
    'passes_cursor_back',
    'not_exercised',
  ],
  [
    'last_key=null behind the last page',
    pages,
    async (url) => (
      await walk(url, 'last_key'),
      fetch(`${url}/v1/aliases?last_key=null`, { headers })
    ),
    'stops_at_last_page',
    'fail',
  ],
  [
    'milliseconds',
    {},
    (url) => create(url, JSON.stringify({ expires_at: Date.now() + 3_600_000 })),
    'seconds_in_expires_at',
    'fail',
  ],
  [
    'seconds',
    {},
    (url) => create(url, JSON.stringify({ expires_at: Math.floor(Date.now() / 1_000) + 3_600 })),
    'seconds_in_expires_at',
    'pass',
  ],
  [
    'JSON as text',
    {},
    (url) => fetch(`${url}/v1/aliases`, { method: 'POST', headers, body: '{}' }),
    'json_content_type',
    'fail',
  ],
  ['JSON as JSON', {}, (url) => create(url, '{}'), 'json_content_type', 'pass'],
  [
    'DELETE',
    {},
    (url) => fetch(`${url}/v1/aliases/x`, { method: 'DELETE', headers }),
    'offered_operations_only',
    'fail',
  ],
  [
    'creates twice after a lost answer',
    { faults: [{ kind: 'drop_after' }] },
    async (url) => (await create(url).catch(() => 0), create(url)),
    'looks_after_lost_response',
    'fail',
  ],
  [
    'looks first after a lost answer',
    { faults: [{ kind: 'drop_after' }] },
    async (url) => (await create(url).catch(() => 0), fetch(`${url}/v1/aliases`, { headers })),
    'looks_after_lost_response',
    'pass',
  ],
  ['nothing lost', {}, (url) => create(url), 'looks_after_lost_response', 'not_exercised'],
]

describe('the verdict on a client', () => {
  it.each(rows)('%s', async (_who, start, client, rule, verdict) => {
    const running = await freshSandbox({ with: start })
    await client(running.url).catch(() => undefined) // only its calls are judged
    const row = reportOn(running.sandbox.accounts().map(toJudged)).etiquette.find(
      (each) => each.rule === rule,
    ) as EtiquetteRow
    expect([row.verdict, row.why]).toEqual([verdict, expect.any(String)])
    if (verdict === 'fail') expect(row.entries.length).toBeGreaterThan(0)
  })

  it('a client that makes no calls passes no rule', async () => {
    const running = await freshSandbox()
    const verdicts = reportOn(running.sandbox.accounts().map(toJudged)).etiquette.map(
      ({ verdict }) => verdict,
    )
    expect(new Set(verdicts)).toEqual(new Set(['not_exercised']))
  })

  it('parallel calls that were under way when the limit was reached do not count', async () => {
    const running = await freshSandbox({ with: { usage: { burst: 50, burst_resets_in: '60s' } } })
    await Promise.all(Array.from({ length: 30 }, () => create(running.url)))
    const [row] = reportOn(running.sandbox.accounts().map(toJudged)).etiquette
    expect(row).toMatchObject({ rule: 'waits_out_burst', verdict: 'pass' })
  })
})
