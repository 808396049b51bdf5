// Bug: it takes a connection that was reset for one that had carried no request, and sends a creation again.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

const isReset = (answer) => answer.error?.cause?.code === 'ECONNRESET'

class Client extends AliasClient {
  isLost(answer) {
    return isReset(answer) ? false : super.isLost(answer)
  }

  pauseMs(answer, attempt) {
    return isReset(answer) ? 500 : super.pauseMs(answer, attempt)
  }
}

await run(Client)
