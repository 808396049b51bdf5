// A double click: the second click gets the alias of the first.
import { AliasClient } from '../base/alias-client.js'
import { clickTwice } from '../base/click-twice.js'

await clickTwice(
  class extends AliasClient {
    #made

    ensure(alias) {
      this.#made ??= this.#ensure(alias)
      return this.#made
    }

    async #ensure(alias) {
      return (await this.find(alias)) ?? (await this.create(alias))
    }
  },
)
