// openapi-fetch with a middleware that waits as it is told, and sends again what was refused.
import createClient from 'openapi-fetch'
import { setTimeout as sleep } from 'node:timers/promises'
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

const { ALIAS_SANDBOX_URL: baseUrl, ALIAS_SANDBOX_API_KEY: key } = process.env
const api = createClient({ baseUrl })
api.use({
  onRequest({ request }) {
    request.headers.set('authorization', `Bearer ${key}`)
  },
  async onResponse({ response }) {
    const seconds = response.headers.get('retry-after')
    if (seconds !== null) await sleep(Number(seconds) * 1_000)
  },
})

class Client extends AliasClient {
  async send(method, path, body) {
    try {
      const [pathname, query = ''] = path.split('?')
      const { response, data, error } = await api.request(method.toLowerCase(), pathname, {
        body,
        params: { query: Object.fromEntries(new URLSearchParams(query)) },
        parseAs: 'text',
        signal: AbortSignal.timeout(10_000 + 60_000),
      })
      const hasWaited = response.headers.has('retry-after')
      const text = typeof data === 'string' ? data : JSON.stringify(error)
      return {
        status: response.status,
        retryAfter: hasWaited ? 0 : undefined,
        body: this.parse(text),
      }
    } catch (error) {
      if (error instanceof TypeError || error.name === 'TimeoutError') return { error }
      throw error
    }
  }
}

await run(Client)
