// Bug: it has a backoff of its own and never reads Retry-After.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  pauseMs(answer, attempt) {
    return super.pauseMs(answer, attempt) && 500 * 2 ** attempt
  }
}

await run(Client)
