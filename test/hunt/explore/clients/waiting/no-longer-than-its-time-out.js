// Bug: a retry never waits longer than the time-out of a call, 1 s.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  timeoutMs() {
    return 1_000
  }

  pauseMs(answer, attempt) {
    const ms = super.pauseMs(answer, attempt)
    return ms && Math.min(ms, this.timeoutMs())
  }
}

await run(Client)
