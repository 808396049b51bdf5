// A queue with three workers. They share one key, so they share what its answers ask for: the wait, and the stop.
import { setTimeout as sleep } from 'node:timers/promises'
import { AliasClient, AliasError } from '../base/alias-client.js'

const { ALIAS_SANDBOX_URL: url, ALIAS_SANDBOX_API_KEY: key } = process.env

let freeAt = 0
let stopped

class Worker extends AliasClient {
  async send(method, path, body) {
    while (Date.now() < freeAt) await sleep(freeAt - Date.now())
    if (stopped) throw stopped
    const answer = await super.send(method, path, body)
    const { status, retryAfter } = answer
    if (retryAfter !== undefined) freeAt = Math.max(freeAt, Date.now() + retryAfter * 1_000)
    if (this.pauseMs(answer, 1) === undefined && !this.isSuccess(answer)) {
      stopped ??= new AliasError(`stopped by a ${status}`)
    }
    return answer
  }

  /** `send` waits as long as any worker was told; the time here is for what has no Retry-After. */
  pauseMs(answer, attempt) {
    return answer.retryAfter === undefined ? super.pauseMs(answer, attempt) : 0
  }
}

const queue = ['newsletter', 'shop', 'travel', 'bank', 'guest']

async function work() {
  const client = new Worker(url, key)
  for (let label = queue.shift(); label; label = queue.shift()) await client.create({ label })
}

const ends = await Promise.allSettled([work(), work(), work()])
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
