// Bug: it tells its progress by the last alias of each page, also of an empty one.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  nextPath(page) {
    console.error(`read up to ${page.aliases.at(-1).address}`)
    return super.nextPath(page)
  }
}

await run(Client)
