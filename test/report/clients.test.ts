import axios from 'axios'
import axiosRetry from 'axios-retry'
import got from 'got'
import { ofetch } from 'ofetch'
import pRetry from 'p-retry'
import { Agent, RetryAgent, request as undiciRequest } from 'undici'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { toJudged } from '../../src/report/judged-account.ts'
import { reportOn, type EtiquetteRow } from '../../src/report/report.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'

type Client = (url: string) => Promise<unknown>
const headers = { authorization: 'Bearer sandbox_default' }
/** Reads the whole answer: the connection of one that is not read to its end is not used again. */
const create = async (url: string) => {
  const response = await fetch(`${url}/v1/aliases`, { method: 'POST', headers })
  await response.arrayBuffer()
  return response
}

/** The limit is reached, for longer than any of these clients takes. */
const burst: Scenario = { usage: { burst: 60, burst_resets_in: '60s' } }
/** One refusal, whose Retry-After is short enough to be waited for. */
const shortBurst: Scenario = { faults: [{ kind: 'burst', retry_after: 1 }] }
const collision: Scenario = { faults: [{ kind: 'collision', times: 2 }] }

const retryingGot = got.extend({
  headers,
  retry: { limit: 3, methods: ['GET', 'POST'], statusCodes: [409, 429, 503] },
})

function orThrow(response: Response): Response {
  if (!response.ok) throw new Error(String(response.status))
  return response
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
  [
    'got and collisions',
    collision,
    (url) => retryingGot.post(`${url}/v1/aliases`),
    'retries_collision',
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
  [
    'p-retry on a 401',
    { account: { key: 'revoked' } },
    (url) =>
      pRetry(async () => orThrow(await create(url)), { retries: 9, minTimeout: 0, factor: 1 }),
    'no_loop_on_401',
    'fail',
  ],
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
})
