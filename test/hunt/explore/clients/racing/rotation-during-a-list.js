// Bug: the answer that came last tells whether the key works. That of a list may be older than the rotation.
import { KeyedClient, listAndMake } from '../base/list-and-make.js'

await listAndMake(
  class extends KeyedClient {
    note({ status }) {
      this.isLocked = status === 401
    }
  },
)
