// Bug: its time-out is one over all tries, so that it gives up before the first wait is over.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  timeoutMs() {
    return 1_000
  }

  isEnough(attempt, since) {
    return Date.now() - since + 2_000 > this.timeoutMs() || super.isEnough(attempt, since)
  }
}

await run(Client)
