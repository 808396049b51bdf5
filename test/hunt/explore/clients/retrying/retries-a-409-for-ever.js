// Bug: "a retry is safe", so it tries again at once after a 409, and counts no tries.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  async pause(answer, attempt, since) {
    if (answer.status !== 409) await super.pause(answer, attempt, since)
  }
}

await run(Client)
