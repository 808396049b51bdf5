// Bug: it looks for its alias on the first page only, and makes it again when it is not there.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  async create(alias) {
    await super.create(alias)
    const made = await this.find(alias)
    return made ?? super.create(alias)
  }

  async find(alias) {
    const { aliases } = await this.get('/v1/aliases?limit=20')
    return aliases.find(({ label }) => label === alias.label)
  }
}

await run(Client)
