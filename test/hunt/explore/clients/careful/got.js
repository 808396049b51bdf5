// got, as a transport only: its retries are off, since what may be repeated is decided here.
import got, { RequestError } from 'got'
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

const { ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_API_KEY: key } = process.env
const api = got.extend({
  prefixUrl: url,
  headers: { authorization: `Bearer ${key}` },
  retry: { limit: 0 },
  throwHttpErrors: false,
  timeout: { request: 10_000 },
})

class Client extends AliasClient {
  async send(method, path, body) {
    try {
      const response = await api(path.slice(1), { method, ...(body && { json: body }) })
      const retryAfter = response.headers['retry-after']
      return {
        status: response.statusCode,
        retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
        body: this.parse(response.body),
      }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      return { error }
    }
  }
}

await run(Client)
