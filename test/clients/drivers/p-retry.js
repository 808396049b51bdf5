import pRetry, { AbortError } from 'p-retry'
import { setTimeout as sleep } from 'node:timers/promises'

/** p-retry around fetch: it knows nothing about HTTP, so it retries every refusal. */
export const pRetryClient = {
  name: 'p-retry',
  settings: 'retries: 2, not 10, which take 17 minutes',
  byDefault: (ask) =>
    pRetry(
      async () => {
        const response = await send(ask)
        if (!response.ok) throw new Error(String(response.status))
        return true
      },
      { retries: 2 },
    ),
  configured: (ask) =>
    pRetry(
      async () => {
        const { ok, status, headers } = await send(ask)
        if (ok) return true
        const wait = headers.get('retry-after')
        if (wait === null && status !== 409) throw new AbortError(String(status))
        await sleep(Number(wait ?? 0) * 1_000)
        throw new Error(String(status))
      },
      { retries: 4, minTimeout: 0 },
    ),
}

function send({ url, method, headers, body }) {
  return fetch(url, { method, headers, body })
}
