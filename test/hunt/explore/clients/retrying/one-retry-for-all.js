// Bug: its one retry is for the whole run, so the second short outage ends it.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  #retries = 0

  isEnough() {
    this.#retries += 1
    return this.#retries > 1
  }
}

await run(Client)
