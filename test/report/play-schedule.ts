import type { ConnectionLife } from '../../src/contract/history/api-message.ts'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import type { Entry } from '../../src/core/record/entry.ts'
import type { HistoryEntry } from '../../src/core/record/history-entry.ts'
import { rules } from '../../src/core/report/report.ts'
import { Story } from '../../src/core/report/story.ts'
import { callCore, type CoreCall } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'

/**
 * What a worker does in one step. `warm` is a call for another account; `idle`, that the pool closes what is free,
 * `thin`, all of it but one.
 */
export type Does = 'open' | 'send' | 'answer' | 'close' | 'warm' | 'idle' | 'thin'
export type Step = { worker: number; does: Does }
export type Schedule = {
  rule: keyof typeof situations
  /** The worker that goes on in spite of what it was told. */
  guilty: number | null
  /** Are the workers of one process, which share a pool and what it was told? */
  isPool: boolean
  /** Are connections accepted in one row from the beginning, so that each may have been opened long before? */
  isRow: boolean
  steps: readonly Step[]
}

/** For each rule, how an account starts, and a call to which each answer is the same. */
export const situations = {
  waits_out_burst: { scenario: { usage: { burst: 60, burst_resets_in: '60s' } }, call: {} },
  waits_out_outage: { scenario: { faults: [{ kind: 'outage', times: 'always' }] }, call: {} },
  waits_for_midnight: { scenario: { usage: { daily: 50 } }, call: {} },
  no_loop_on_403: { scenario: { account: { billing: 'past_due' } }, call: {} },
  no_loop_on_401: { scenario: { account: { key: 'revoked' } }, call: {} },
  no_loop_on_400: { scenario: {}, call: { body: '{"expires_at":1}' } },
  looks_after_lost_response: {
    scenario: { faults: [{ kind: 'drop_after', times: 'always' }] },
    call: { body: '{"label":"shop"}' },
  },
} satisfies Record<string, { scenario: Scenario; call: CoreCall }>

/**
 * The history of one call in each situation. A schedule repeats it on its connections: this takes a hundredth
 * of the time of calls that are made.
 */
const made = new Map(
  Object.entries(situations).map(([rule, { scenario, call }]) => {
    const sandbox = coreSandbox(scenario as Scenario)
    const entry = callCore(sandbox, call)
    const account = sandbox.account('default')
    return [rule, { entry, before: account.history.visible().filter((each) => each !== entry) }]
  }),
)

type Connection = {
  id: number
  freeAfter: number
  openedBefore?: number
  isNew: boolean
  life: ConnectionLife
}

/** Plays a schedule, each step `stepMs` after the one before, and returns the verdict on its rule. */
export function verdictOf(schedule: Schedule, stepMs: (at: number) => number): string {
  const player = new Player(schedule)
  for (const [at, step] of schedule.steps.entries()) player.play(step, stepMs(at))
  const rule = rules.find((each) => each.rule === schedule.rule)!
  return rule.judge(new Story(player.history)).verdict
}

class Player {
  readonly #schedule: Schedule
  readonly #first: Entry
  readonly history: HistoryEntry[]
  /** The connections that workers have, or the free ones of the pool. */
  readonly #own = new Map<number, Connection>()
  readonly #free: Connection[] = []
  readonly #waiting = new Map<number, { connection: Connection; entry: Entry }>()
  #moment = 0
  #machineMs = MACHINE_MS
  #connections = 0
  #isTold = false

  constructor(schedule: Schedule) {
    const { entry, before } = made.get(schedule.rule)!
    this.#schedule = schedule
    this.#first = entry
    this.history = [...before]
  }

  play({ worker, does }: Step, takesMs: number): void {
    this.#moment += 1
    this.#machineMs += takesMs
    if (does === 'open') this.#own.set(worker, this.#open())
    else if (does === 'close') this.#own.get(worker)!.life.closedAfter = this.#moment
    else if (does === 'warm') this.#warm(worker)
    else if (does === 'idle') this.#closeFree(0)
    else if (does === 'thin') this.#closeFree(1)
    else if (does === 'send') this.#send(worker)
    else this.#answer(worker)
  }

  #open(): Connection {
    this.#connections += 1
    const opened = { id: this.#connections, isNew: true, life: {} }
    if (!this.#schedule.isRow) return { ...opened, freeAfter: this.#moment }
    return { ...opened, freeAfter: 0, openedBefore: this.#moment }
  }

  #take(worker: number): Connection {
    if (!this.#schedule.isPool) return this.#own.get(worker)!
    return this.#free.pop() ?? this.#open()
  }

  #closeFree(kept: number): void {
    for (const { life } of this.#free.splice(kept)) life.closedAfter = this.#moment
  }

  #warm(worker: number): void {
    const connection = this.#take(worker)
    this.#moment += 1
    this.#release(connection)
  }

  #release(connection: Connection): void {
    Object.assign(connection, { freeAfter: this.#moment, isNew: false })
    if (this.#schedule.isPool) this.#free.push(connection)
  }

  #send(worker: number): void {
    const { isPool, guilty } = this.#schedule
    if (isPool && this.#isTold && worker !== guilty) return
    const connection = this.#take(worker)
    const entry: Entry = {
      ...this.#first,
      order: this.#first.order + this.history.length,
      number: this.history.length,
      machineMs: this.#machineMs,
      accountMs: this.#first.accountMs + this.#machineMs - MACHINE_MS,
      endedMs: null,
      request: {
        ...this.#first.request,
        // Each worker has jobs of its own.
        body: this.#first.request.body?.replace('shop', `shop ${worker}`) ?? null,
        connection: { ...connection, arrivedAfter: this.#moment },
      },
    }
    delete entry.answer
    this.history.push(entry)
    this.#waiting.set(worker, { connection, entry })
  }

  #answer(worker: number): void {
    const call = this.#waiting.get(worker)
    if (!call) return
    const { connection, entry } = call
    this.#waiting.delete(worker)
    entry.endedMs = this.#machineMs
    entry.answer = this.#moment
    this.#isTold = true
    this.#release(connection)
  }
}
