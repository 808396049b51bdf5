// Bug: it logs every error and goes on, so the run ends well although nothing worked.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  create(alias) {
    return super.create(alias).catch((error) => console.log(`skipped: ${error.message}`))
  }

  list() {
    return super.list().catch((error) => {
      console.log(`skipped: ${error.message}`)
      return []
    })
  }
}

await run(Client)
