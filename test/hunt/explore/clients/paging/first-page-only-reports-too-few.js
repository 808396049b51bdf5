// Bug: it takes the first page for the whole list.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  nextPath() {
    return undefined
  }
}

await run(Client)
