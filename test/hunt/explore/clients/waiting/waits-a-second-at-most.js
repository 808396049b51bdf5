// Bug: "no user waits longer than a second", so it comes back too early.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  pauseMs(answer, attempt) {
    const ms = super.pauseMs(answer, attempt)
    return ms && Math.min(ms, 1_000)
  }
}

await run(Client)
