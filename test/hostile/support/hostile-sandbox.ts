import type { RunningSandbox } from '../../../src/start.ts'
import { startSandbox, type FreshOptions } from '../../support/http/fresh-sandbox.ts'
import { NOW_SECONDS } from './row.ts'

/** The sandbox that hostile requests are sent to, and what it must not forget. */
export type HostileSandbox = {
  running: RunningSandbox
  /** Errors that nothing in the sandbox expected. */
  crashes: unknown[]
  /** All that calls can change, save how often they came. */
  state: () => string
  /** The same of the account `default` alone: a key that names a scenario makes its own. */
  defaultState: () => string
  /** How many aliases all accounts hold. */
  aliases: () => number
}

/**
 * Starts it without limits and on a clock that stands, so that only what is sent changes it; and
 * without the dashboard, the one part whose answers are not JSON.
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
  const value = () => running.sandbox.toState(0)
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
