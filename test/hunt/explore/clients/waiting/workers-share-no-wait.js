// Bug: a queue of one connection each call, whose workers do not tell each other to wait.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

const { ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_API_KEY: key } = process.env

class Queue extends AliasClient {
  pauseMs(answer, attempt) {
    const ms = super.pauseMs(answer, attempt)
    return answer.retryAfter === undefined ? ms : 100
  }
}

await run(
  class extends AliasClient {
    #waiting = []

    create(alias) {
      // The others go on while one waits.
      this.#waiting.push(new Queue(url, key).create(alias))
      return this.#waiting.at(-1)
    }
  },
)
