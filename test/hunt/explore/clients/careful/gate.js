// A queue of four workers behind one gate: whoever is told to wait closes it for all, and one call tries first.
import { setTimeout as sleep } from 'node:timers/promises'
import { AliasClient, AliasError } from '../base/alias-client.js'

const { ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_API_KEY: key } = process.env

/** Calls pass one after the other. */
let gate = Promise.resolve()
let stopped

class Worker extends AliasClient {
  send(method, path, body) {
    const sent = gate.then(async () => {
      if (stopped) throw stopped
      const answer = await super.send(method, path, body)
      if (answer.retryAfter !== undefined) await sleep(answer.retryAfter * 1_000)
      if (this.pauseMs(answer, 1) === undefined && !this.isSuccess(answer)) {
        stopped = new AliasError(`stopped by a ${answer.status}`)
      }
      return answer
    })
    gate = sent.catch(() => {})
    return sent
  }

  /** The gate has waited for what has a Retry-After. */
  pauseMs(answer, attempt) {
    return answer.retryAfter === undefined ? super.pauseMs(answer, attempt) : 0
  }
}

const queue = ['newsletter', 'shop', 'travel', 'bank', 'guest', 'school']

async function work() {
  const client = new Worker(url, key)
  for (let label = queue.shift(); label; label = queue.shift()) await client.create({ label })
}

const ends = await Promise.allSettled([work(), work(), work(), work()])
const failed = ends.find(({ status }) => status === 'rejected')
try {
  if (failed) throw failed.reason
  for (const { address, label } of await new Worker(url, key).list()) {
    console.log(`${address} ${label}`)
  }
} catch (error) {
  if (!(error instanceof AliasError)) throw error
  console.error(`error: ${error.message}`)
  process.exitCode = 1
}
