import type { Client, ObservedRun } from '../client.ts'
import type { NamedScenario } from '../../../contract/scenario/scenario.ts'
import { Activity } from './activity.ts'
import { clearInterval, setInterval } from '../../../node/real-timers.ts'

/** How many results are kept, so that shrinking need not repeat a run. */
const MAX_RESULTS = 2_000
/** While runs wait for a place, this is how often it is looked whether one of the others only waits by now. */
const LOOK_MS = 50

/** How many clients run at a time, and how many of them may be active when another one starts. */
export type Places = { jobs: number; active: number }

export type RunOptions = {
  /** Does it start before all that wait for a place? */
  isUrgent?: boolean
  /** Ends this run only. */
  signal?: AbortSignal
}

/** Runs a client, several at the same time, and the same scenario only once. A client that waits costs no processor. */
export class Runs {
  readonly #client: Client
  readonly #places: Places
  readonly #signal: AbortSignal
  readonly #results = new Map<string, Promise<ObservedRun>>()
  readonly #waiting: ((activity: Activity) => void)[] = []
  readonly #running = new Set<Activity>()
  #look: NodeJS.Timeout | undefined
  /** The number of runs that were started. */
  made = 0

  constructor(client: Client, places: Places, signal: AbortSignal) {
    this.#client = client
    this.#places = places
    this.#signal = signal
  }

  get jobs(): number {
    return this.#places.jobs
  }

  /** How many clients work now, and how many only wait. */
  get now(): { active: number; waiting: number } {
    const active = [...this.#running].filter(({ isActive }) => isActive).length
    return { active, waiting: this.#running.size - active }
  }

  /** The result of a scenario; the same one whenever it is asked for. */
  of(scenario: NamedScenario, options: RunOptions = {}): Promise<ObservedRun> {
    const key = JSON.stringify(scenario)
    const known = this.#results.get(key)
    // Whoever started that run may have ended it.
    if (known) return options.signal ? known : known.catch(() => this.again(scenario, options))
    const made = this.again(scenario, options)
    this.#results.set(key, made)
    // A run that was ended early has no result.
    made.catch(() => this.#results.delete(key))
    if (this.#results.size > MAX_RESULTS) this.#results.delete(this.#results.keys().next().value!)
    return made
  }

  /** Runs a scenario once more. */
  async again(
    scenario: NamedScenario,
    { isUrgent = false, signal }: RunOptions = {},
  ): Promise<ObservedRun> {
    const ending = signal ? AbortSignal.any([this.#signal, signal]) : this.#signal
    const activity = await this.#enter(isUrgent)
    try {
      ending.throwIfAborted()
      this.made += 1
      return await this.#client.run(scenario, ending, activity)
    } finally {
      this.#running.delete(activity)
      this.#admit()
    }
  }

  async #enter(isUrgent: boolean): Promise<Activity> {
    const entered = new Promise<Activity>((resolve) => {
      if (isUrgent) this.#waiting.unshift(resolve)
      else this.#waiting.push(resolve)
    })
    this.#admit()
    return entered
  }

  get #hasPlace(): boolean {
    const { jobs, active } = this.#places
    return this.#running.size < jobs && this.now.active < active
  }

  /** Lets those start for which there is a place, and looks again as long as others wait for one. */
  #admit(): void {
    while (this.#waiting.length > 0 && this.#hasPlace) {
      const activity = new Activity()
      this.#running.add(activity)
      this.#waiting.shift()!(activity)
    }
    if (this.#waiting.length > 0) {
      this.#look ??= setInterval(() => this.#admit(), LOOK_MS)
      return
    }
    clearInterval(this.#look)
    this.#look = undefined
  }
}
