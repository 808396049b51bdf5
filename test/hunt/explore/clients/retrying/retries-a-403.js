// Bug: it retries whatever is not a success, also a plan that was refused.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  pauseMs(answer, attempt) {
    return super.pauseMs(answer, attempt) ?? (answer.status === 403 ? 2_000 : undefined)
  }
}

await run(Client)
