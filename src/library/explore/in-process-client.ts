import { globalFetch } from '../../client/global-fetch.ts'
import { Account } from '../../client/account.ts'
import { ClientSession } from '../../client/client-session.ts'
import { ControlClient } from '../../client/client.ts'
import { defaults } from '../../contract/defaults.ts'
import type { Account as CoreAccount } from '../../core/account/account.ts'
import { DEFAULT_ACCOUNT } from '../../core/accounts.ts'
import { markOf } from '../../core/account/keys.ts'
import type { Client, Observed } from '../../hunt/explore/client.ts'
import { observe } from '../../hunt/explore/observe.ts'
import type { Story } from '../../hunt/explore/story.ts'
import { ScenarioCatalog, shippedScenarios } from '../../scenario/catalog.ts'
import { start, warnOf, type RunningSandbox } from '../../start.ts'
import { checkOptions } from '../options.ts'
import { toStartOptions } from '../start-options.ts'
import { machineClock, type MachineClock } from '../../hunt/time-travel/machine-clock.ts'
import { installTravel } from '../../hunt/time-travel/install.ts'
import { real } from '../../hunt/time-travel/process/real.ts'
import { endingOf, passed, stopped } from './ending.ts'

/** A client in this process. `signal` says that its run was stopped. */
export type ClientFunction = (account: Account, signal: AbortSignal) => unknown

/** A run that makes more calls than this does not end by itself. */
const MAX_CALLS_OF_RUN = 500

/** The story of the current run, and the number of its calls so far. */
type Following = { story: Story | undefined; calls: number; onCall: (calls: number) => void }

type Travel = { clock: MachineClock; remove: () => void }
type Parts = { running: RunningSandbox; travel: Travel; following: Following }

type Ending = ReturnType<typeof endingOf>

const NAME = 'explored'
/** What the scenario of a run is called: other accounts of the client start in those of its own choice. */
const STORY = 'explored_story'

/**
 * Runs a function as a client: one server for all runs, and a new account of the same name for each. Runs
 * do not overlap, because a function cannot be told apart from itself.
 */
export class InProcessClient implements Client {
  readonly #client: ClientFunction
  readonly #runMs: number
  readonly #running: RunningSandbox
  readonly #travel: Travel
  readonly #following: Following
  /** Marks of the keys of earlier runs: a client that was stopped may go on for a while. */
  readonly #formerKeys = new Set<number>()
  #runs = 0

  private constructor(
    client: ClientFunction,
    runMs: number,
    { running, travel, following }: Parts,
  ) {
    this.#client = client
    this.#runMs = runMs
    this.#running = running
    this.#travel = travel
    this.#following = following
  }

  /** With `isTravelling`, the time of this thread jumps while the client only waits, until `close`. */
  static async open(
    client: ClientFunction,
    { runMs, isTravelling }: { runMs: number; isTravelling: boolean },
  ): Promise<InProcessClient> {
    const travel = isTravelling ? installTravel() : { clock: machineClock, remove: () => {} }
    try {
      return await InProcessClient.#open(client, runMs, travel)
    } catch (error) {
      travel.remove()
      throw error
    }
  }

  static async #open(client: ClientFunction, runMs: number, travel: Travel) {
    const catalog = new ScenarioCatalog(shippedScenarios())
    const following: Following = { story: undefined, calls: 0, onCall: () => {} }
    const plus = { name: defaults.scenario, scenario: catalog.find(defaults.scenario)! }
    const running = await start({
      ...toStartOptions(checkOptions({ ui: false }), catalog, plus),
      catalog: {
        find: (name) => (name === STORY ? following.story?.scenario : catalog.find(name)),
        names: () => catalog.names(),
      },
      clock: travel.clock,
      onCrash: warnOf,
    })
    running.sandbox.listen((_entry, { name }) => {
      if (name === DEFAULT_ACCOUNT) return // a key that is not of this run
      following.calls += 1
      following.onCall(following.calls)
    })
    return new InProcessClient(client, runMs, { running, travel, following })
  }

  async run(story: Story, stop?: AbortSignal): Promise<Observed> {
    const { sandbox, url } = this.#running
    const controller = new AbortController()
    const abort = () => controller.abort(stop?.reason)
    stop?.addEventListener('abort', abort)
    const bearer = this.#startAccount(story)
    this.#following.calls = 0
    let hasTooManyCalls = false
    this.#following.onCall = (calls) => {
      if (calls < MAX_CALLS_OF_RUN) return
      hasTooManyCalls = true
      controller.abort(new Error('too many calls'))
    }
    const session = new ClientSession(new ControlClient({ url, fetch: globalFetch }))
    const account = new Account(session, url, { name: NAME, first_key: bearer })
    try {
      const ending = await this.#end(account, controller)
      stop?.throwIfAborted()
      const accounts = sandbox.accounts().filter((each) => this.#isOfRun(each))
      const endedMs = this.#travel.clock.now()
      return observe(accounts, { ...ending, endedMs, hasTooManyCalls })
    } finally {
      stop?.removeEventListener('abort', abort)
      session.end('this run is over')
      this.#formerKeys.add(markOf(bearer))
      this.#following.onCall = () => {}
    }
  }

  async close(): Promise<void> {
    this.#travel.remove()
    await this.#running.close(0)
  }

  #startAccount(story: Story): string {
    const { sandbox } = this.#running
    this.#following.story = story
    this.#runs += 1
    const apiKey = `sandbox_${NAME}-${this.#runs}`
    sandbox.reset(this.#travel.clock.now())
    sandbox.createAccount({ name: NAME, apiKey, scenario: STORY }, this.#travel.clock.now())
    return apiKey
  }

  /** How the client ends, or that it has to be stopped. */
  #end(account: Account, controller: AbortController): Promise<Ending> {
    const { signal } = controller
    return new Promise((resolve) => {
      const timer = real.setTimeout(
        () => controller.abort(new Error('the run is over time')),
        this.#runMs,
      )
      signal.addEventListener('abort', () => resolve(stopped), { once: true })
      void Promise.resolve()
        .then(() => this.#client(account, signal))
        .then(() => passed, endingOf)
        .then(resolve)
        .finally(() => real.clearTimeout(timer))
    })
  }

  /** Calls without a key of the run go to the account default; those of a run before do not count. */
  #isOfRun({ name, history }: CoreAccount): boolean {
    if (name !== DEFAULT_ACCOUNT) return true
    return history.calls().some(({ key }) => {
      const isFormer = !key.valid && key.mark !== undefined && this.#formerKeys.has(key.mark)
      return !isFormer
    })
  }
}
