// Bug: its transport sends any request again after a reset of the connection, also a POST.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  async send(method, path, body) {
    const answer = await super.send(method, path, body)
    return answer.error?.name === 'TypeError' ? super.send(method, path, body) : answer
  }
}

await run(Client)
