// Real clients that list aliases and wait as they are told, or so many seconds less, and try three times.
import axios from 'axios'
import axiosRetry from 'axios-retry'
import got from 'got'
import ky from 'ky'
import createClient from 'openapi-fetch'
import pRetry from 'p-retry'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request, RetryAgent } from 'undici'

/** Where waits take real time although they should not, a test does not end. */
const HOURS_MS = 10 * 3_600_000
const TRIES = 3
const REFUSED = [429, 503]

const headersOf = (account) => ({ authorization: `Bearer ${account.apiKey}` })
const waitMs = (told, secondsLess) => Math.max(0, Number(told) - secondsLess) * 1_000

/** Each makes its calls to an account; what it returns or throws does not matter. */
export const patientClients = {
  async 'fetch with its own back-off'(account, secondsLess) {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const answer = await fetch(`${account.url}/v1/aliases`, { headers: headersOf(account) })
      await answer.text()
      if (!REFUSED.includes(answer.status)) return
      const ms = waitMs(answer.headers.get('retry-after'), secondsLess)
      if (tries < TRIES - 1) await new Promise((resolve) => setTimeout(resolve, ms))
    }
  },

  async got(account, secondsLess) {
    await got(`${account.url}/v1/aliases`, {
      headers: headersOf(account),
      retry: {
        limit: TRIES - 1,
        maxRetryAfter: 120_000,
        calculateDelay: ({ computedValue }) =>
          computedValue && Math.max(1, computedValue - secondsLess * 1_000),
      },
    })
  },

  async 'axios-retry'(account, secondsLess) {
    const api = axios.create({ baseURL: account.url, headers: headersOf(account) })
    axiosRetry(api, {
      retries: TRIES - 1,
      retryCondition: ({ response }) => REFUSED.includes(response?.status),
      retryDelay: (_count, { response }) => waitMs(response.headers['retry-after'], secondsLess),
    })
    await api.get('/v1/aliases')
  },

  async ky(account, secondsLess) {
    const retry = { limit: TRIES - 1, afterStatusCodes: REFUSED }
    // It can be told to wait no longer, but not to wait less.
    const shortest = { ...retry, maxRetryAfter: 29_000 }
    await ky(`${account.url}/v1/aliases`, {
      headers: headersOf(account),
      timeout: false,
      retry: secondsLess > 0 ? shortest : retry,
    }).json()
  },

  async 'p-retry'(account, secondsLess) {
    const list = async () => {
      const answer = await fetch(`${account.url}/v1/aliases`, { headers: headersOf(account) })
      await answer.text()
      if (!REFUSED.includes(answer.status)) return
      throw Object.assign(new Error(String(answer.status)), {
        ms: waitMs(answer.headers.get('retry-after'), secondsLess),
      })
    }
    await pRetry(list, {
      retries: TRIES - 1,
      minTimeout: 0,
      onFailedAttempt: ({ error, retriesLeft }) => (retriesLeft > 0 ? sleep(error.ms) : undefined),
    })
  },

  async 'undici RetryAgent'(account, secondsLess) {
    const agent = new Agent()
    const dispatcher = new RetryAgent(agent, {
      maxRetries: TRIES - 1,
      maxTimeout: secondsLess > 0 ? 29_000 : 120_000,
    })
    try {
      const { body } = await request(`${account.url}/v1/aliases`, {
        dispatcher,
        headers: headersOf(account),
      })
      await body.dump()
    } finally {
      await agent.close()
    }
  },

  async 'openapi-fetch with a middleware'(account, secondsLess) {
    const api = createClient({ baseUrl: account.url })
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

/** What a client waits for: a story, how much less than it is told it waits, and the verdict on it. */
export const waitingStories = [
  {
    title: 'an outage',
    arrange: (account) => account.fail({ kind: 'outage', for: '20s' }),
    secondsLess: 0,
    verdicts: { waits_out_outage: 'pass' },
  },
  {
    title: 'an outage, a second too short',
    arrange: (account) => account.fail({ kind: 'outage', for: '20s' }),
    secondsLess: 1,
    verdicts: { waits_out_outage: 'fail' },
  },
  {
    title: 'an outage of two waits',
    arrange: (account) => account.fail({ kind: 'outage', for: '50s' }),
    secondsLess: 0,
    verdicts: { waits_out_outage: 'pass' },
  },
  {
    title: 'a full minute',
    arrange: (account) => account.do('set_usage', { burst: 60, burst_resets_in: '40s' }),
    secondsLess: 0,
    verdicts: { waits_out_burst: 'pass' },
  },
  {
    title: 'a full minute, a second too short',
    arrange: (account) => account.do('set_usage', { burst: 60, burst_resets_in: '30s' }),
    secondsLess: 1,
    verdicts: { waits_out_burst: 'fail' },
  },
]

/** Runs a client in a story, and returns the verdicts on it by rule, without those that it did not exercise. */
export async function verdictsOn(account, call, { arrange, secondsLess }, isSkipping) {
  await arrange(account)
  const run = () => call(account, secondsLess).catch(() => {})
  const runAndRest = () => run().then(() => sleep(HOURS_MS))
  await (isSkipping ? account.clock.skipWaits(runAndRest) : run())
  const { etiquette } = await account.report()
  const judged = etiquette.filter(
    ({ rule, verdict }) => rule.startsWith('waits') && verdict !== 'not_exercised',
  )
  return Object.fromEntries(judged.map(({ rule, verdict }) => [rule, verdict]))
}
