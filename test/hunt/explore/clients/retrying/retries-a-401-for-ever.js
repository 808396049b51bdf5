// Bug: it takes a 401 for a hiccup and asks with the same key until it works.
import { setTimeout as sleep } from 'node:timers/promises'
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  async send(method, path, body) {
    for (;;) {
      const answer = await super.send(method, path, body)
      if (answer.status !== 401) return answer
      await sleep(1_000)
    }
  }
}

await run(Client)
