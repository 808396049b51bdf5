import { refuse } from '../../contract/control/action-error.ts'
import type { ActionType } from '../../contract/history/entry-types.ts'
import type { HistoryFile, HistoryFileAccount } from '../../contract/history/file.ts'
import { reachedNobody } from '../../contract/mail-outcomes.ts'
import { checkScenario, type Scenario } from '../../contract/scenario/scenario.ts'
import { eachOperation, operationOf, type Operation } from '../../contract/operations.ts'
import { toIso } from '../../core/clock/times.ts'
import { hashOf, seedRandom } from '../../core/random/random.ts'
import { withUnits } from './durations.ts'
import { scenarioOf } from './from-state.ts'
import { lineOf, loadedBy, startMs, type Beat, type Line } from './line.ts'

type Action = Extract<Beat, { type: ActionType }>

/** A scenario for a client, what it leaves out, in sentences, and how many calls are told in it. */
export type ClientScenario = { scenario: Scenario; notes: string[]; calls: number }

/**
 * What an account went through, as a scenario in which a client makes the calls: how it started, and what
 * somebody did to it before which call. Its clock runs, so that the client can wait.
 * @throws ActionError 409 when a scenario cannot say what happened.
 */
export function toClientScenario(file: HistoryFile, account: HistoryFileAccount): ClientScenario {
  const line = lineOf(account)
  const { opening } = line
  const faults = opening.kind === 'state' ? opening.state.faults : []
  const teller = new Teller(
    opening.kind === 'state' ? scenarioOf(opening.state) : withNow(opening.scenario, opening.nowMs),
    { file, line, faults: faults.filter(({ over }) => !over).map(({ id }) => id) },
  )
  for (const beat of line.beats) teller.add(beat)
  const checked = checkScenario(teller.scenario())
  if (!checked.ok) refuse('not_repeatable', checked.issues[0].message)
  const notes = [...(line.isCut ? [CUT] : []), ...teller.notes]
  return { scenario: checked.value, notes, calls: teller.calls }
}

const CUT = 'It begins where the state of the account was last replaced.'
const RESET = 'It begins where the account was last reset, or a scenario loaded.'
const MODES = 'Its clock runs although it was frozen or resumed: a client can wait then.'

/** How many calls there were so far, by what a step can count. */
type Calls = Readonly<Record<Operation | 'any', number>>
const noCalls: Calls = { any: 0, ...eachOperation(() => 0) }

function counted(calls: Calls, { operation, request }: Extract<Beat, { type: 'call' }>): Calls {
  const known = operation ?? operationOf(request)
  const more = { ...calls, any: calls.any + 1 }
  return known === null ? more : { ...more, [known]: calls[known] + 1 }
}

class Teller {
  readonly notes: string[] = []
  #start: Scenario
  #timeline: NonNullable<Scenario['timeline']> = []
  #calls = noCalls
  readonly #file: HistoryFile
  readonly #line: Line
  /** The ids in the scenario of the faults that were armed. */
  #faults: Map<string, string>

  constructor(start: Scenario, from: { file: HistoryFile; line: Line; faults: string[] }) {
    this.#start = start
    this.#file = from.file
    this.#line = from.line
    this.#faults = new Map(from.faults.map((id, at) => [id, `fault_${at + 1}`]))
  }

  add(beat: Beat): void {
    if (beat.type === 'call') this.#calls = counted(this.#calls, beat)
    else if (beat.refused === undefined && !reachedNobody(beat)) this.#act(beat)
  }

  get calls(): number {
    return this.#calls.any
  }

  scenario(): Scenario {
    const { title: _title, summary: _summary, expect: _expect, ...start } = this.#start
    const { draws, clock, ...rest } = start
    // Steps of the start come later at the same call, as they did then.
    const timeline = [...this.#timeline, ...(rest.timeline ?? [])]
    const { mode, ...running } = clock ?? {}
    if (mode === 'frozen') this.#note(MODES)
    const drawn = this.#namesAlias() ? { draws: draws ?? this.#drawn() } : {}
    return { ...rest, clock: running, ...drawn, ...(timeline.length > 0 && { timeline }) }
  }

  #act(beat: Action): void {
    const { action } = beat
    if (action === 'reset' || action === 'load_scenario') return this.#startOver(beat)
    if (action === 'freeze_clock' || action === 'resume_clock') return this.#note(MODES)
    const args = { ...(withUnits(beat.arguments ?? {}) as Record<string, unknown>) }
    if (action === 'clear_faults' && typeof args['id'] === 'string') {
      args['id'] = this.#faults.get(args['id']) ?? args['id']
    }
    const { fault } = (beat.result ?? {}) as { fault?: { id?: string } }
    if (fault?.id !== undefined) this.#faults.set(fault.id, `fault_${this.#faults.size + 1}`)
    // A fault with an operation counts the calls that it is for.
    const which = action === 'arm_fault' ? ((args['operation'] ?? 'any') as keyof Calls) : 'any'
    this.#timeline.push({ at_call: this.#calls[which] + 1, do: action, ...args } as never)
  }

  /** What came before no longer matters. */
  #startOver(beat: Action): void {
    const loaded = loadedBy(beat, this.#line.opening, this.#file)
    this.#start = withNow(loaded, startMs(loaded, Date.parse(beat.real_at)))
    this.#timeline = []
    this.#calls = noCalls
    this.#faults = new Map()
    this.#note(RESET)
  }

  /** Only with the same ids can a step mean an alias that the client makes, by its id or its address. */
  #namesAlias(): boolean {
    return this.#timeline.some(
      (step) => step.do === 'deliver_mail' || (step.do !== 'clear_faults' && 'id' in step),
    )
  }

  #drawn(): number[] {
    const { seed, name } = this.#line.opening
    return [...seedRandom(hashOf(`${seed}/${name}/ids`)).state()]
  }

  #note(note: string): void {
    if (!this.notes.includes(note)) this.notes.push(note)
  }
}

function withNow(scenario: Scenario, nowMs: number): Scenario {
  const units = withUnits(scenario) as Scenario
  return { ...units, clock: { ...units.clock, now: toIso(nowMs) } }
}
