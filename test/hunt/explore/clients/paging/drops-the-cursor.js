// Bug: it asks for the next page without the cursor, so it reads the first page for ever.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  nextPath(page) {
    return super.nextPath(page) && '/v1/aliases?limit=20'
  }
}

await run(Client)
