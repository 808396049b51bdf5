import type { Mail } from '../../../src/contract/control/control-shapes.ts'
import type { ExpectTarget } from '../../../src/scenario/expect.ts'
import { NO_ANSWER } from '../../../src/scenario/expect-answer.ts'

/** An account of a running sandbox as a target for `expect`, called over HTTP. */
export function httpTarget(url: string, account: string, firstKey: string): ExpectTarget {
  const accountUrl = `${url}/_sandbox/accounts/${account}`
  return {
    async call({ method, path, headers, body }) {
      try {
        const response = await fetch(`${url}${path}`, { method, headers, body })
        const wait = response.headers.get('retry-after')
        return {
          status: response.status,
          retry_after_seconds: wait === null ? undefined : Number(wait),
          body: await response.text(),
        }
      } catch {
        return { status: NO_ANSWER, body: '' } // the sandbox closed the connection
      }
    },
    async do(action, input) {
      const response = await fetch(`${accountUrl}/actions/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      const { message, result } = (await response.json()) as { message?: string; result?: object }
      return {
        status: response.status,
        ...(message !== undefined && { message }),
        ...(result && { result }),
      }
    },
    async inbox(filter) {
      const query = new URLSearchParams(filter as Record<string, string>)
      const response = await fetch(`${accountUrl}/inbox?${query.toString()}`)
      return { mails: ((await response.json()) as { mails: Mail[] }).mails, others: [] }
    },
    async apiKey() {
      const response = await fetch(accountUrl)
      return ((await response.json()) as { api_key: string }).api_key
    },
    firstKey: () => firstKey,
  }
}
