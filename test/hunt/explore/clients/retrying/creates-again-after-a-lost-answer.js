// Bug: it sends a creation again when the connection broke, without a look at the list.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  isLost(answer) {
    return answer.error?.name === 'TypeError' ? false : super.isLost(answer)
  }

  pauseMs(answer, attempt) {
    return answer.error ? 500 : super.pauseMs(answer, attempt)
  }
}

await run(Client)
