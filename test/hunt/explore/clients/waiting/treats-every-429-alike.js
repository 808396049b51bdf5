// Bug: after a 429 without Retry-After, the daily cap, it waits 5 s and creates again.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  pauseMs(answer, attempt) {
    if (answer.status === 429) return (answer.retryAfter ?? 5) * 1_000
    return super.pauseMs(answer, attempt)
  }
}

await run(Client)
