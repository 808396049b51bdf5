// Bug: it sends the cursor as next_cursor, not as last_key, and reads the first page for ever.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  nextPath(page) {
    return super.nextPath(page)?.replace('last_key', 'next_cursor')
  }
}

await run(Client)
