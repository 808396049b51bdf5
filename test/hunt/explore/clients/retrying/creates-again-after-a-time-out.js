// Bug: it takes "no answer within 5 s" for "not carried out", and creates again.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  timeoutMs() {
    return 5_000
  }

  isLost(answer) {
    return answer.error?.name === 'TimeoutError' ? false : super.isLost(answer)
  }

  pauseMs(answer, attempt) {
    return answer.error ? 500 : super.pauseMs(answer, attempt)
  }
}

await run(Client)
