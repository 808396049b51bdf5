// Bug: it takes a page with fewer than 20 aliases for the last one.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  nextPath(page) {
    return page.aliases.length < 20 ? undefined : super.nextPath(page)
  }
}

await run(Client)
