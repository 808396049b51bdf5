// Bug: whatever it cannot retry counts as a success, also a 401 or a 403.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  isSuccess(answer) {
    return answer.body !== undefined && this.pauseMs(answer, 1) === undefined
  }

  async get(path) {
    return { aliases: [], next_cursor: null, ...(await super.get(path)) }
  }
}

await run(Client)
