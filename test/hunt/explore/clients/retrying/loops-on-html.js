// Bug: an HTML page is "the proxy again", so it tries again soon, and counts no tries.
import { setTimeout as sleep } from 'node:timers/promises'
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  async pause(answer, attempt, since) {
    const isHtml = answer.status === 502 && answer.body === undefined
    await (isHtml ? sleep(100) : super.pause(answer, attempt, since))
  }
}

await run(Client)
