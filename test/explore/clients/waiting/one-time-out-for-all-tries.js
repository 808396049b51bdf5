// Bug: its time-out of 10 s is one over all tries, so that it gives up before the first wait is over.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  isEnough(attempt, since) {
    return Date.now() - since + 30_000 > this.timeoutMs() || super.isEnough(attempt, since)
  }
}

await run(Client)
