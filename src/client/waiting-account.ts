import type { WaitingAccount } from '../load-skip-waits.ts'
import type { ClientSession } from './client-session.ts'
import { areFake, toRefusal } from './fake-timers.ts'

/** An account as one whose client waits in this thread. */
export function toWaitingAccount(
  session: ClientSession,
  url: string,
  name: string,
): WaitingAccount {
  return {
    key: `${url} ${name}`,
    realm: globalThis,
    areFake,
    toRefusal,
    // The client's own connections stay as they are: by them it is told which of its answers it has read.
    readClock: (fetch) =>
      session.ask(async (client) => {
        const { clock } = await client.over(fetch).account(name)
        const { now, scale, mode } = clock
        return { nowMs: Date.parse(now), scale, isFrozen: mode === 'frozen' }
      }),
    moveTo: (ms, fetch) =>
      session.ask(async (client) => {
        const to = new Date(Math.ceil(ms)).toISOString()
        await client.over(fetch).perform(name, 'advance_clock', { to, waited: true })
      }),
  }
}
