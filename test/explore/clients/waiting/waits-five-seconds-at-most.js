// Bug: "no user waits longer than 5 s", so it comes back too early.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  pauseMs(answer, attempt) {
    const ms = super.pauseMs(answer, attempt)
    return ms && Math.min(ms, 5_000)
  }
}

await run(Client)
