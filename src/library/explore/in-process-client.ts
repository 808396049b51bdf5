import { ownFetch } from '../../client/own-fetch.ts'
import { Account } from '../../client/account.ts'
import { ControlClient } from '../../client/client.ts'
import { DEFAULT_ACCOUNT } from '../../core/accounts.ts'
import type { Client, ObservedRun } from '../../hunt/explore/client.ts'
import { FIRST_REFUSAL_MS } from '../../node/http/v1/first-refusals.ts'
import { observe } from '../../hunt/explore/observe.ts'
import {
  excessOf,
  firstLimits,
  type Excess,
  type RunLimits,
} from '../../hunt/explore/run-limits.ts'
import { Activity } from '../../hunt/explore/search/activity.ts'
import type { NamedScenario } from '../../contract/scenario/scenario.ts'
import { waitsOf } from '../../hunt/explore/scenarios/waits-of.ts'
import { machineClock } from '../../node/machine-clock.ts'
import { shippedScenarios } from '../../node/files/scenario-catalog.ts'
import { ScenarioCatalog } from '../../scenario/catalog.ts'
import { start, type RunningSandbox, type StartOptions } from '../../node/start.ts'
import { checkOptions } from '../options.ts'
import { toStartOptions } from '../start-options.ts'
import { clearInterval, setInterval } from '../../node/real-timers.ts'
import type { ClientFunction } from './client-function.ts'
import { endingOf, passed, stopped } from './ending.ts'

/** How often a run is looked at. */
const WATCH_MS = 100

type Ending = ReturnType<typeof endingOf>

/** Runs a function as a client, each time in a sandbox of its own, so that runs may overlap. */
export class InProcessClient implements Client {
  readonly #client: ClientFunction
  readonly #catalog = new ScenarioCatalog(shippedScenarios())
  /** They change once, when the first run has shown what the client is like. */
  limits: RunLimits

  constructor(client: ClientFunction, timeMs: number) {
    this.#client = client
    this.limits = firstLimits(timeMs)
  }

  async run(
    scenario: NamedScenario,
    stop?: AbortSignal,
    activity = new Activity(),
  ): Promise<ObservedRun> {
    const running = await start({ ...this.#toStart(scenario), firstRefusalMs: FIRST_REFUSAL_MS })
    const { sandbox, url } = running
    activity.follow(sandbox, () => machineClock.now())
    const client = new ControlClient({ url, fetch: ownFetch })
    const { first: first_key } = sandbox.account(DEFAULT_ACCOUNT).state.key
    const account = new Account(client, url, { name: DEFAULT_ACCOUNT, first_key })
    try {
      const { ending, excess } = await this.#end(account, running, stop)
      stop?.throwIfAborted()
      return observe(sandbox.accounts(), {
        ...ending,
        endedMs: machineClock.now(),
        hasTooManyCalls: excess === 'calls',
      })
    } finally {
      client.end('this run is over')
      await running.close(0)
    }
  }

  #toStart(scenario: NamedScenario): StartOptions {
    const { choices } = scenario.scenario
    const waits = waitsOf(scenario.scenario)
    const options = checkOptions({ ui: false, waits, ...(choices && { choices }) })
    return toStartOptions(options, this.#catalog, scenario)
  }

  /** How the client ends, or that it has to be stopped, and why. */
  #end(
    account: Account,
    { sandbox }: RunningSandbox,
    stop: AbortSignal | undefined,
  ): Promise<{ ending: Ending; excess?: Excess }> {
    const controller = new AbortController()
    const { signal } = controller
    const startedMs = performance.now()
    return new Promise((resolve) => {
      const end = (ending: Ending, excess?: Excess) => {
        clearInterval(watch)
        stop?.removeEventListener('abort', abort)
        resolve({ ending, ...(excess && { excess }) })
      }
      const abort = () => {
        controller.abort(stop?.reason)
        end(stopped)
      }
      const watch = setInterval(() => {
        const moment = { sinceMs: performance.now() - startedMs, nowMs: machineClock.now() }
        const excess = excessOf(sandbox.accounts(), this.limits, moment)
        if (excess === undefined) return
        controller.abort(new Error('the run is over time'))
        end(stopped, excess)
      }, WATCH_MS)
      stop?.addEventListener('abort', abort)
      void Promise.resolve()
        .then(() => this.#client(account, signal))
        .then(() => passed, endingOf)
        .then(end)
    })
  }
}
