import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What the API document asks of a client, for those that leave it to their user: wait out a
 * Retry-After, try a 409 again, take everything else as an answer.
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
