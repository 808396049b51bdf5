// Bug: an HTML page is "the proxy again", so it counts no tries.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  async pause(answer, attempt, since) {
    const isHtml = answer.status === 502 && answer.body === undefined
    await super.pause(answer, isHtml ? 1 : attempt, isHtml ? Date.now() : since)
  }
}

await run(Client)
