// Clients that list aliases, wait as they are told or so many seconds less, and try three times.
import axios, { type AxiosError } from 'axios'
import axiosRetry from 'axios-retry'
import got from 'got'
import ky from 'ky'
import createClient from 'openapi-fetch'
import nodeFetch from 'node-fetch-native/node'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { setTimeout as setTimer } from 'node:timers'
import { scheduler, setInterval as ticks, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pRetry from 'p-retry'
import { defer, from, lastValueFrom, retry, timer } from 'rxjs'
import { Agent, request, RetryAgent } from 'undici'
import type { Account } from '../../../src/index.ts'

const TRIES = 3
const REFUSED = [429, 503]

type ClientAnswer = { status: number; retryAfter: string | null | undefined }
type Client = (account: Account, secondsLess: number) => Promise<unknown>

const urlOf = (account: Account) => `${account.url}/v1/aliases`
const headersOf = (account: Account) => ({ authorization: `Bearer ${account.apiKey}` })
const waitMs = (told: unknown, secondsLess: number) =>
  Math.max(0, Number(told) - secondsLess) * 1_000

/** A client that calls by `list` and waits by `wait`. */
function backOff(
  wait: (ms: number) => Promise<unknown>,
  list: (account: Account) => Promise<ClientAnswer> = fetchList,
): Client {
  return async (account, secondsLess) => {
    for (let tries = 1; ; tries += 1) {
      const { status, retryAfter } = await list(account)
      if (tries === TRIES || !REFUSED.includes(status)) return
      await wait(waitMs(retryAfter, secondsLess))
    }
  }
}

async function fetchList(account: Account, send: typeof fetch = fetch): Promise<ClientAnswer> {
  const answer = await send(urlOf(account), { headers: headersOf(account) })
  await answer.text()
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
}

function httpList(account: Account): Promise<ClientAnswer> {
  return new Promise((resolve, reject) => {
    const read = (answer: IncomingMessage) => {
      const { statusCode: status = 0, headers } = answer
      answer.resume().on('end', () => resolve({ status, retryAfter: headers['retry-after'] }))
    }
    httpRequest(urlOf(account), { headers: headersOf(account) }, read)
      .on('error', reject)
      .end()
  })
}

/** An error that says how long to wait, for tools that try again after errors. */
async function listOrThrow(account: Account, secondsLess: number): Promise<void> {
  const { status, retryAfter } = await fetchList(account)
  if (!REFUSED.includes(status)) return
  throw Object.assign(new Error(String(status)), { ms: waitMs(retryAfter, secondsLess) })
}

const msOf = (error: unknown) => (error as { ms: number }).ms

/** Waits by asking for the time again and again. */
async function pollUntilOver(ms: number, now: () => number): Promise<void> {
  const end = now() + ms
  for (let leftMs = ms; leftMs > 0; leftMs = end - now()) await sleep(Math.min(leftMs, 5_000))
}

/** Each makes its calls to an account; what it returns or throws does not matter. */
export const clients: Record<string, Client> = {
  'fetch and setTimeout': backOff((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
  'setTimeout of node:timers': backOff((ms) => new Promise((resolve) => setTimer(resolve, ms))),
  'setTimeout of node:timers/promises': backOff((ms) => sleep(ms)),
  'util.promisify(setTimeout)': backOff((ms) => promisify(setTimeout)(ms)),
  'scheduler.wait': backOff((ms) => scheduler.wait(ms)),
  'setInterval of node:timers/promises': backOff(async (ms) => {
    let count = 0
    for await (const _ of ticks(ms / 5)) if ((count += 1) === 5) break
  }),
  setInterval: backOff(
    (ms) =>
      new Promise<void>((resolve) => {
        let count = 0
        const interval = setInterval(() => {
          if ((count += 1) < 5) return
          clearInterval(interval)
          resolve()
        }, ms / 5)
      }),
  ),
  'timers that set timers': backOff(async (ms) => {
    const step = (left: number): Promise<void> =>
      new Promise((resolve) => {
        setTimeout(() => resolve(left > 1 ? step(left - 1) : undefined), ms / 5)
      })
    await step(5)
  }),
  'a race with AbortSignal.timeout': backOff((ms) =>
    Promise.race([
      sleep(ms),
      new Promise((_resolve, reject) => {
        AbortSignal.timeout(2 * ms).addEventListener('abort', reject)
      }),
    ]),
  ),
  'a timer that is refreshed': backOff(
    (ms) =>
      new Promise((resolve) => {
        const long = setTimeout(resolve, ms / 2)
        setTimeout(() => long.refresh(), ms / 3)
        setTimeout(() => long.refresh(), ms / 2)
      }),
  ),
  'polling of Date': backOff((ms) => pollUntilOver(ms, Date.now)),
  'polling of performance': backOff((ms) => pollUntilOver(ms, () => performance.now())),
  'http.request': backOff((ms) => sleep(ms), httpList),
  'node-fetch': backOff(
    (ms) => sleep(ms),
    (account) => fetchList(account, nodeFetch as typeof fetch),
  ),

  async got(account, secondsLess) {
    await got(urlOf(account), {
      headers: headersOf(account),
      retry: {
        limit: TRIES - 1,
        maxRetryAfter: 120_000,
        calculateDelay: ({ computedValue }) =>
          computedValue && Math.max(1, computedValue - secondsLess * 1_000),
      },
    })
  },

  async 'axios with axios-retry'(account, secondsLess) {
    const api = axios.create({ baseURL: account.url, headers: headersOf(account) })
    const toldBy = ({ response }: AxiosError) => response?.headers['retry-after'] as unknown
    axiosRetry(api, {
      retries: TRIES - 1,
      retryCondition: ({ response }) => REFUSED.includes(response?.status ?? 0),
      retryDelay: (_count, error) => waitMs(toldBy(error), secondsLess),
    })
    await api.get('/v1/aliases')
  },

  async ky(account, secondsLess) {
    const told = { limit: TRIES - 1, afterStatusCodes: REFUSED }
    // It can be told to wait no longer, but not to wait less.
    const shortest = { ...told, maxRetryAfter: 29_000 }
    await ky(urlOf(account), {
      headers: headersOf(account),
      timeout: false,
      retry: secondsLess > 0 ? shortest : told,
    }).json()
  },

  async 'p-retry'(account, secondsLess) {
    await pRetry(() => listOrThrow(account, secondsLess), {
      retries: TRIES - 1,
      minTimeout: 0,
      onFailedAttempt: ({ error, retriesLeft }) =>
        retriesLeft > 0 ? sleep(msOf(error)) : undefined,
    })
  },

  async rxjs(account, secondsLess) {
    const listing = defer(() => from(listOrThrow(account, secondsLess)))
    const delay = (error: unknown) => timer(msOf(error))
    await lastValueFrom(listing.pipe(retry({ count: TRIES - 1, delay })))
  },

  async 'RetryAgent of undici'(account, secondsLess) {
    const agent = new Agent()
    const dispatcher = new RetryAgent(agent, {
      maxRetries: TRIES - 1,
      maxTimeout: secondsLess > 0 ? 29_000 : 120_000,
    })
    try {
      const { body } = await request(urlOf(account), { dispatcher, headers: headersOf(account) })
      await body.dump()
    } finally {
      await agent.close()
    }
  },

  async 'openapi-fetch with a middleware'(account, secondsLess) {
    const api = createClient<{ '/v1/aliases': { get: { responses: { 200: unknown } } } }>({
      baseUrl: account.url,
    })
    api.use({
      onRequest({ request: sent }) {
        sent.headers.set('authorization', `Bearer ${account.apiKey}`)
      },
      async onResponse({ response, request: sent }) {
        let answer = response
        for (let tries = 1; tries < TRIES && REFUSED.includes(answer.status); tries += 1) {
          await answer.text()
          await sleep(waitMs(answer.headers.get('retry-after'), secondsLess))
          answer = await fetch(sent.clone())
        }
        return answer
      },
    })
    await api.GET('/v1/aliases')
  },
}
