import type { Jump, WaitingAccount } from '../load-skip-waits.ts'
import type { ClientSession } from './client-session.ts'
import { refuseFakes } from './fake-timers.ts'

/** An account as one whose client waits in this thread. */
export function toWaitingAccount(
  session: ClientSession,
  url: string,
  name: string,
): WaitingAccount {
  return {
    url,
    realm: globalThis,
    refuseFakes,
    watching: () => session.watching,
    // The client's own connections stay as they are: by them it is told which of its answers it has read.
    follow: (jump, fetch) =>
      session.ask(async (client) => {
        const aside = client.over(fetch)
        const { clock } = await aside.account(name)
        const by = `${Math.ceil(toAccountMs(jump, clock))}ms`
        await aside.perform(name, 'advance_clock', { by, waited: true })
      }),
  }
}

/** A frozen clock moves by all that has passed, so that its client has waited no less. */
function toAccountMs(
  { jumpMs, passedMs }: Jump,
  { mode, scale }: { mode: string; scale: number },
): number {
  return mode === 'frozen' ? passedMs : jumpMs * scale
}
