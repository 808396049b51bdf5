// Bug: it goes on while has_more is true, always with the cursor of the first page.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  #cursor

  nextPath(page) {
    this.#cursor ??= page.next_cursor
    return page.has_more ? super.nextPath({ next_cursor: this.#cursor }) : undefined
  }
}

await run(Client)
