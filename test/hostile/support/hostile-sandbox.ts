import type { RunningSandbox } from '../../../src/node/start.ts'
import { startSandbox, type FreshOptions } from '../../support/http/fresh-sandbox.ts'
import { NOW_SECONDS } from './row.ts'
import { stateOf } from '../../support/core/states.ts'

/** The sandbox under attack, and the state that attacks must not change. */
export type HostileSandbox = {
  running: RunningSandbox
  /** Unexpected errors in the sandbox. */
  crashes: unknown[]
  /** The whole state that calls can change, except the number of calls. */
  state: () => string
  /** The state of account `default` only, because a key that names a scenario creates its own account. */
  defaultState: () => string
  /** The number of aliases of all accounts. */
  aliases: () => number
}

/**
 * Starts it without limits and with a frozen clock, so that only requests change it, and without the
 * dashboard, the only part whose answers are not JSON.
 */
export async function startHostile(more: FreshOptions = {}): Promise<HostileSandbox> {
  const now = new Date(NOW_SECONDS * 1_000).toISOString()
  const crashes: unknown[] = []
  const running = await startSandbox({
    scenario: 'unlimited',
    with: { clock: { now, mode: 'frozen' }, populate: 3 },
    maxAccounts: 1_000,
    maxRequests: 100,
    ui: false,
    onCrash: (error) => crashes.push(error),
    ...more,
  })
  // Loads the control API, for which the short time limits of a test leave no time.
  await fetch(`${running.url}/_sandbox/live`)
  const value = () => stateOf(running.sandbox, 0)
  return {
    running,
    crashes,
    state: () => textOf(value()),
    defaultState: () => textOf(value().accounts.find(({ name }) => name === 'default')!),
    aliases: () => value().accounts.reduce((sum, { aliases }) => sum + aliases.length, 0),
  }
}

function textOf(value: object): string {
  return JSON.stringify(value, (key, stored: unknown) => (key === 'usage' ? null : stored))
}
