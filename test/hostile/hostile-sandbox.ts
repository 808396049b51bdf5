import { chooseScenario, openShelf } from '../../src/scenario/shelf.ts'
import { start, type RunningSandbox, type StartOptions } from '../../src/start.ts'
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

/** Starts it without limits and on a clock that stands, so that only what is sent changes it. */
export async function startHostile(more: Partial<StartOptions> = {}): Promise<HostileSandbox> {
  const shelf = await openShelf()
  const { name, scenario } = await chooseScenario(shelf, ['unlimited'])
  const now = new Date(NOW_SECONDS * 1_000).toISOString()
  const crashes: unknown[] = []
  const running = await start({
    shelf,
    start: { name, scenario: { ...scenario, clock: { now, mode: 'frozen' }, populate: 3 } },
    overrides: {},
    seed: 1,
    apiKey: 'sandbox_default',
    host: undefined,
    port: 0,
    allowedHosts: [],
    controlToken: undefined,
    exposeHeaders: false,
    corsOrigin: undefined,
    maxAccounts: 1_000,
    maxRequests: 100,
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
  return JSON.stringify(value, (key, kept: unknown) => (key === 'usage' ? null : kept))
}
