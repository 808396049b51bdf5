// A list and a creation at the same time: a key that was refused once never works again.
import { KeyedClient, listAndMake } from '../base/list-and-make.js'

await listAndMake(
  class extends KeyedClient {
    note({ status }) {
      this.isLocked ||= status === 401
    }
  },
)
