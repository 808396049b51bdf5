// Bug: a click looks for the alias, and makes it if there is none, even while another click does the same.
import { AliasClient } from '../base/alias-client.js'
import { clickTwice } from '../base/click-twice.js'

await clickTwice(
  class extends AliasClient {
    async ensure(alias) {
      return (await this.find(alias)) ?? (await this.create(alias))
    }
  },
)
