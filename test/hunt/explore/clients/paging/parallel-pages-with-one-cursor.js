// Bug: it fetches the next two pages at once, both with the cursor that it has.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  async list() {
    const aliases = []
    for (let path = '/v1/aliases?limit=20'; path;) {
      const [page, other] = await Promise.all([this.get(path), this.get(path)])
      aliases.push(...page.aliases)
      const next = this.nextPath(page)
      path = next && this.nextPath(other) && this.nextPath(await this.get(next))
    }
    return aliases
  }
}

await run(Client)
