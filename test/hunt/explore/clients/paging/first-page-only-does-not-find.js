// Bug: it checks on the first page only that its alias is there.
import { AliasClient, AliasError } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  async create(alias) {
    await super.create(alias)
    const { aliases } = await this.get('/v1/aliases?limit=20')
    const made = aliases.find(({ label }) => label === alias.label)
    if (!made) throw new AliasError(`${alias.label} is not there`)
    return made
  }
}

await run(Client)
