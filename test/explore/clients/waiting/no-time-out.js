// Bug: it waits for an answer for ever.
// fetch gives up after five minutes by itself, so this client sends with node:http.
import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  async send(method, path, body) {
    const { ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_API_KEY: key } = process.env
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    try {
      const sent = http.request(url + path, { method, headers })
      sent.end(body && JSON.stringify(body))
      const [response] = await once(sent, 'response')
      const wait = response.headers['retry-after']
      return {
        status: response.statusCode,
        retryAfter: wait === undefined ? undefined : Number(wait),
        body: this.parse(await text(response)),
      }
    } catch (error) {
      return { error }
    }
  }
}

await run(Client)
