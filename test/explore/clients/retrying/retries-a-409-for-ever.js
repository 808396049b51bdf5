// Bug: "a retry is safe", so it counts no tries after a 409.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  async pause(answer, attempt, since) {
    const isCollision = answer.status === 409
    await super.pause(answer, isCollision ? 1 : attempt, isCollision ? Date.now() : since)
  }
}

await run(Client)
