import { arrivesWhole } from '../../contract/deliveries.ts'
import { isAction, type ActionType } from '../../contract/history/entry-types.ts'
import type { CallStep, ExpectStep } from '../../contract/scenario/expect.ts'
import type { Session } from '../../contract/session/session.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import { toIso } from '../../core/clock/times.ts'
import { hashOf, seedRandom } from '../../core/random/random.ts'
import { toCallStep } from './call-step.ts'
import { formatMs, withUnits } from './durations.ts'
import { scenarioOf } from './from-state.ts'
import { loadedBy, startMs, type Beat, type Line } from './line.ts'
import { References } from './references.ts'

/** A scenario, and the calls and actions of a client in it, with the answers. */
export type ExportedScenario = { scenario: Scenario; steps: ExpectStep[] }

/** The parts of a history that go into a scenario, and those that are left out. */
export type Plan = {
  beats: readonly Beat[]
  /** The beats before which the clock advances to their time. */
  timed: ReadonlySet<Beat>
  /** Draw the recorded ids. */
  hasDraws: boolean
  /** Scenarios are loaded by name where they have one, not as they were then. */
  isNamed: boolean
  /** Parts of the first scenario that are left out, such as `usage.daily` or `faults.0`. */
  without: readonly string[]
}

/** Lists the parts of a scenario that can be left out by themselves. */
export function partsOf(scenario: Scenario): string[] {
  return Object.entries(scenario)
    .filter(([field]) => field !== 'clock' && field !== 'draws')
    .flatMap(([field, value]) =>
      typeof value === 'object' && !['aliases', 'populate', 'ids'].includes(field)
        ? Object.keys(value).map((key) => `${field}.${key}`)
        : [field],
    )
}

function withoutParts(scenario: Scenario, parts: readonly string[]): Scenario {
  const rest = Object.entries(scenario).flatMap(([field, value]): [string, unknown][] => {
    if (parts.includes(field)) return []
    if (typeof value !== 'object') return [[field, value]]
    const inner = Object.entries(value).filter(([key]) => !parts.includes(`${field}.${key}`))
    if (inner.length === 0) return []
    return [
      [field, Array.isArray(value) ? inner.map(([, item]) => item) : Object.fromEntries(inner)],
    ]
  })
  return Object.fromEntries(rest)
}

/** Composes the scenario of a line. */
export function composeScenario(line: Line, file: Session, plan: Plan): ExportedScenario {
  const composer = new Composer(line, file, plan)
  for (const beat of plan.beats) composer.add(beat)
  return { scenario: composer.scenario, steps: mergeRepeated(composer.steps) }
}

class Composer {
  readonly scenario: Scenario
  readonly steps: ExpectStep[] = []
  readonly #line: Line
  readonly #file: Session
  readonly #plan: Plan
  readonly #references: References
  /** The ids in the scenario of the faults that were armed at the start; null for those that were over. */
  readonly #faultIds = new Map<string, string | null>()
  /** Time of the account's clock after the steps so far. */
  #nowMs: number

  constructor(line: Line, file: Session, plan: Plan) {
    const { opening } = line
    this.#line = line
    this.#file = file
    this.#plan = plan
    this.#nowMs = opening.nowMs
    const whole =
      opening.kind === 'state'
        ? scenarioOf(opening.state)
        : this.#startingAt(opening.scenario, opening.nowMs)
    this.scenario = withoutParts(whole, plan.without)
    if (!plan.hasDraws) delete this.scenario.draws
    const ids = (this.scenario.aliases ?? []).flatMap(({ id }) => id ?? [])
    this.#references = new References(ids)
    let numbered = 0
    for (const { id, over } of opening.kind === 'state' ? opening.state.faults : []) {
      this.#faultIds.set(id, over ? null : `fault_${++numbered}`)
    }
  }

  add(beat: Beat): void {
    const arrivedAt = beat.type === 'call' ? beat.arrived_at : undefined
    const atMs = Date.parse(arrivedAt ?? beat.at)
    if (atMs > this.#nowMs && this.#plan.timed.has(beat)) {
      this.steps.push({ do: 'advance_clock', by: formatMs(atMs - this.#nowMs) })
      this.#nowMs = atMs
    }
    const isReceived = isAction(beat) || arrivesWhole(beat.delivery)
    const find = (value: string) => this.#references.find(value, (step) => this.#name(step))
    if (beat.type === 'call') this.#call(beat, find)
    else this.#act(beat, find)
    // A step of the timeline at this call moves the clock again.
    if (arrivedAt !== undefined) this.#nowMs += Date.parse(beat.at) - atMs
    this.#references.remember(beat, this.steps.length - 1, isReceived)
  }

  #call(beat: Beat & { type: 'call' }, find: (value: string) => string | undefined): void {
    this.steps.push(toCallStep(beat, this.#line.opening.firstKey, find))
  }

  #act(
    beat: Extract<Beat, { type: ActionType }>,
    find: (value: string) => string | undefined,
  ): void {
    const { action } = beat
    const args = withUnits(beat.arguments ?? {}) as Record<string, unknown>
    if (action === 'reset' || action === 'load_scenario') return this.#load(beat)
    const filled = { ...args }
    if (typeof filled['id'] === 'string') {
      const numbered = action === 'clear_faults' ? this.#faultIds.get(filled['id']) : undefined
      if (numbered === null) return
      filled['id'] = find(filled['id']) ?? numbered ?? filled['id']
    }
    const isVerbatim = hasMarks({ ...filled, id: undefined })
    const input = isVerbatim ? { ...args, verbatim: true } : filled
    this.steps.push({ do: action, ...input } as ExpectStep)
  }

  /** A reset is told as the scenario that it led to, whose times were other ones. */
  #load(beat: Extract<Beat, { type: ActionType }>): void {
    const { scenario: requested } = (beat.arguments ?? {}) as { scenario?: string | Scenario }
    const loaded = loadedBy(beat, this.#line.opening, this.#file)
    this.#nowMs = startMs(loaded, Date.parse(beat.real_at))
    if (this.#plan.isNamed && beat.action === 'reset') {
      this.steps.push({ do: 'reset' })
      return
    }
    const isByName = this.#plan.isNamed && typeof requested === 'string'
    const exact = this.#startingAt(loaded, this.#nowMs)
    if (!this.#plan.hasDraws) delete exact.draws
    const scenario = isByName ? requested : exact
    const isVerbatim = !isByName && hasMarks(exact)
    this.steps.push({
      do: 'load_scenario',
      scenario,
      ...(isVerbatim && { verbatim: true }),
    })
  }

  /** The scenario as it was: at its time, with the ids that were drawn. */
  #startingAt(scenario: Scenario, nowMs: number): Scenario {
    const {
      title: _title,
      summary: _summary,
      expect: _expect,
      ...rest
    } = withUnits(scenario) as Scenario
    const { seed, name } = this.#line.opening
    return {
      ...rest,
      clock: { ...rest.clock, now: toIso(nowMs) },
      draws: rest.draws ?? [...seedRandom(hashOf(`${seed}/${name}/ids`)).state()],
    }
  }

  /** Names the answer of a step, so that later ones can refer to it. */
  #name(at: number): string {
    const step = this.steps[at] as CallStep // `remember` was input this index
    step.as ??= `answer_${at + 1}`
    return step.as
  }
}

/** Has a value texts that a step would take for placeholders? */
function hasMarks(value: unknown): boolean {
  return /\{(?:id|next_cursor|answer_\d+\.[a-z0-9_.]+)\}/.test(JSON.stringify(value) ?? '')
}

/** Equal calls in a row as one step. */
function mergeRepeated(steps: readonly ExpectStep[]): ExpectStep[] {
  const merged: ExpectStep[] = []
  for (const step of steps) {
    const last = merged.at(-1)
    if (last && 'call' in last && 'call' in step && !('as' in last)) {
      const { times = 1, ...once } = last as CallStep
      if (JSON.stringify(once) === JSON.stringify(step) && times < 10_000) {
        last.times = times + 1
        continue
      }
    }
    merged.push({ ...step })
  }
  return merged
}
