// Bug: its request body is a stream, which can be read once only, and a retry sends what is left of it.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  toBody(alias, attempt) {
    // Nothing is left to read.
    return attempt === 1 ? super.toBody(alias, attempt) : {}
  }
}

await run(Client)
