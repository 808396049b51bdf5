// Bug: it parses every body as JSON, also the HTML page of a proxy.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  parse(text) {
    return JSON.parse(text)
  }
}

await run(Client)
