import type { WaitingAccount } from './load-skip-waits.ts'
import type { ControlClient } from './client.ts'
import { SandboxError } from './error.ts'
import { areFake, toRefusal } from './fake-timers.ts'

const NO_PORT =
  "clock.skipWaits needs a sandbox behind a port: use startSandbox, or waits: 'short', or move the clock"

/**
 * An account as one whose client waits in this thread, in the context `realm`.
 * @throws SandboxError `bad_argument` where it is not known which of the client's requests are open
 */
export function toWaitingAccount(
  client: ControlClient,
  url: string,
  name: string,
  realm: typeof globalThis,
): WaitingAccount {
  if (client.hasNoPort) throw new SandboxError('bad_argument', NO_PORT)
  return {
    key: `${url} ${name}`,
    realm,
    areFake: () => areFake(realm),
    toRefusal,
    // The client's own connections stay as they are: by them it is told which of its answers it has read.
    readClock: async (fetch) => {
      const { clock } = await client.branch(fetch).ask('GET accounts/:account', { account: name })
      const { now, scale, mode } = clock
      return { nowMs: Date.parse(now), scale, isFrozen: mode === 'frozen' }
    },
    moveTo: async (ms, fetch) => {
      const to = new Date(Math.ceil(ms)).toISOString()
      const asked = { account: name, action: 'advance_clock', body: { to, waited: true } }
      await client.branch(fetch).ask('POST actions/:action', asked)
    },
  }
}

/**
 * The context of `node:vm` that a function comes from: Jest runs tests in contexts of their own, while this code may be
 * outside of them.
 */
export function realmOf(run: () => unknown): typeof globalThis {
  let prototype = Object.getPrototypeOf(run) as Function
  // Functions that are async inherit from the others.
  while (!Object.hasOwn(prototype, 'call')) prototype = Object.getPrototypeOf(prototype) as Function
  const constructor = prototype.constructor as FunctionConstructor
  return constructor === Function
    ? globalThis
    : (constructor('return globalThis')() as typeof globalThis)
}
