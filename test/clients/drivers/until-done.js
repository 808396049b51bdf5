import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The retry rules of the API document, for clients that leave retries to their user: wait for
 * Retry-After, retry a 409, accept everything else as the answer.
 */
export async function untilDone(send, tries = 4) {
  for (let left = tries; ; left -= 1) {
    const { ok, status, headers } = await send()
    const wait = headers.get('retry-after')
    const isWorthIt = status === 409 || wait !== null
    if (ok || !isWorthIt || left === 1) return ok
    await sleep(Number(wait ?? 0) * 1_000)
  }
}
