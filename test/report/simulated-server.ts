import { msOf } from '../../src/contract/history/entry-types.ts'
import { toIso } from '../../src/core/clock/times.ts'
import type { Connection, Entry, RequestEntry } from '../../src/contract/history/entry.ts'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { rules } from '../../src/report/report.ts'
import type { Finding } from '../../src/report/rule.ts'
import { TimedHistory } from '../../src/report/timed-history.ts'
import { callCore, type CoreCall } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'

/** For each rule, how an account starts, and a call to which each answer is the same refusal. */
const situations = {
  waits_out_burst: { scenario: { usage: { burst: 60, burst_resets_in: '60s' } }, call: {} },
  waits_out_outage: { scenario: { faults: [{ kind: 'outage', times: 'always' }] }, call: {} },
  waits_for_midnight: { scenario: { usage: { daily: 50 } }, call: {} },
  no_loop_on_403: { scenario: { account: { billing: 'past_due' } }, call: {} },
  no_loop_on_401: { scenario: {}, call: { key: 'sandbox_nobody' } },
  no_loop_on_400: { scenario: {}, call: { body: '{"expires_at":1}' } },
} satisfies Record<string, { scenario: Scenario; call: CoreCall }>

export type JudgedRule = keyof typeof situations
export const judgedRules = Object.keys(situations) as JudgedRule[]

/** One call in each situation. A schedule repeats it, which takes a hundredth of the time of calls that are made. */
const made = new Map(
  Object.entries(situations).map(([rule, { scenario, call }]) => {
    const sandbox = coreSandbox(scenario as Scenario)
    const entry = callCore(sandbox, call)
    const before = sandbox.account('default').requests.judged()
    return [rule, { entry, before: before.filter((each) => each !== entry) }]
  }),
)

/** An event of a turn of the server's event loop, on a connection by its number. */
export type Arrival = { does: 'open' | 'send' | 'close'; connection: number }
export type Turn = { ms: number; arrivals: readonly Arrival[] }

/** A judged run hands over its first refusals when none has come for this time. */
const HOLD_MS = 50

/**
 * A server that refuses each request, without a network: it counts its events as the real one does, and hands over
 * its answers at the end of a turn in which it accepted no connection.
 */
export class SimulatedServer {
  readonly turns: Turn[] = []
  readonly #first: RequestEntry
  readonly #history: Entry[]
  readonly #connections = new Map<number, Connection>()
  #isHolding: boolean
  #waiting: { entry: RequestEntry; answered: () => void }[] = []
  #order = 0
  #ms = MACHINE_MS
  #holdsUntil = Infinity

  constructor(rule: JudgedRule, isJudged: boolean) {
    const { entry, before } = made.get(rule)!
    this.#first = entry
    this.#history = [...before]
    this.#isHolding = isJudged
  }

  /** Plays a turn; `answered` is called for each request whose answer is handed over at the end of a turn. */
  play(turn: Turn, answered: (connection: number) => void = () => {}): void {
    this.turns.push(turn)
    this.#ms += turn.ms
    for (const { does, connection } of turn.arrivals) {
      if (does === 'open')
        this.#connections.set(connection, { id: connection, opened: this.#next() })
      else if (does === 'close') this.#connections.get(connection)!.closed ??= this.#next()
      else this.#send(connection, () => answered(connection))
    }
    if (turn.arrivals.some(({ does }) => does === 'open')) return
    if (this.#isHolding && this.#ms < this.#holdsUntil) return
    if (this.#waiting.length > 0) this.#isHolding = false
    for (const { entry, answered: tell } of this.#waiting.splice(0)) {
      entry.ended_at = toIso(this.#ms)
      entry.handed_over = this.#next()
      tell()
    }
  }

  judge(rule: JudgedRule): Finding {
    return rules.find((each) => each.rule === rule)!.judge(new TimedHistory(this.#history))
  }

  #send(connection: number, answered: () => void): void {
    const entry: RequestEntry = {
      ...this.#first,
      order: this.#first.order + this.#history.length,
      id: `req_${this.#history.length}`,
      at: toIso(msOf(this.#first.at) + this.#ms - MACHINE_MS),
      real_at: toIso(this.#ms),
      ended_at: null,
      arrived: this.#next(),
      connection: this.#connections.get(connection)!,
    }
    this.#history.push(entry)
    this.#waiting.push({ entry, answered })
    this.#holdsUntil = this.#ms + HOLD_MS
  }

  #next(): number {
    this.#order += 1
    return this.#order
  }
}
