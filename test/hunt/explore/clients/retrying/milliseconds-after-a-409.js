// Bug: a retry computes expires_at anew, and there in milliseconds.
import { AliasClient } from '../base/alias-client.js'
import { run } from '../base/run.js'

class Client extends AliasClient {
  toBody(alias, attempt) {
    const body = super.toBody(alias)
    if (attempt === 1 || alias.days === undefined) return body
    return { ...body, expires_at: Date.now() + alias.days * 86_400_000 }
  }
}

await run(Client)
