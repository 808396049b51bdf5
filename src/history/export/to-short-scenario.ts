import { ActionError, refuse } from '../../contract/control/action-error.ts'
import { isAction } from '../../contract/history/entry-types.ts'
import type { Session, SessionAccount } from '../../contract/session/session.ts'
import { lineOf, type Beat, type Line } from './line.ts'
import { outcomesOf, type Stage } from './retell.ts'
import { shrink } from './shrink.ts'
import { partsOf, composeScenario, type Plan, type ExportedScenario } from './compose-scenario.ts'
import { countOf } from '../../text/numbers.ts'

/** Most steps that are played to make a scenario short. */
const MAX_PLAYED = 20_000

/** The shortest scenario that could be found in which every call ends as it did. */
type ShortScenario = {
  exported: ExportedScenario
  /** The parts of the history that the scenario leaves out, in sentences. */
  notes: string[]
}

/**
 * Makes a scenario of an account's history. Every call is part of it; actions and waits only if they matter.
 * @throws ActionError 409 when a scenario cannot say what happened.
 */
export async function toShortScenario(
  file: Session,
  account: SessionAccount,
  stage: Stage,
): Promise<ShortScenario> {
  const line = lineOf(account)
  const beats = line.beats.filter(isPart)
  const search = new Search(line, file, stage, beats)
  const exact: Plan = {
    beats,
    timed: new Set(beats),
    hasDraws: true,
    isNamed: false,
    without: [],
  }
  const whyNot = await search.whyNot(exact)
  if (whyNot !== undefined) {
    const message = `the history of account ${account.name} cannot be told as a scenario: ${whyNot}`
    refuse('not_repeatable', message)
  }
  const plan = await search.shorten(exact)
  return { exported: composeScenario(line, file, plan), notes: notesOn(line, beats) }
}

class Search {
  readonly #line: Line
  readonly #file: Session
  readonly #stage: Stage
  readonly #outcomes: string
  #left = MAX_PLAYED

  constructor(line: Line, file: Session, stage: Stage, beats: readonly Beat[]) {
    this.#line = line
    this.#file = file
    this.#stage = stage
    const calls = beats.filter((beat) => beat.type === 'call')
    this.#outcomes = calls.map(({ outcome }) => outcome).join()
  }

  /** Leaves out what does not matter, and keeps every call. */
  async shorten(exact: Plan): Promise<Plan> {
    let plan = exact
    const attempt = async (changed: Partial<Plan>) => {
      const next = { ...plan, ...changed }
      if (!(await this.#holds(next))) return false
      plan = next
      return true
    }
    if (!(await attempt({ hasDraws: false, isNamed: true }))) {
      await attempt({ hasDraws: false })
      await attempt({ isNamed: true })
    }
    const withActions = (actions: readonly Beat[]) =>
      exact.beats.filter((beat) => beat.type === 'call' || actions.includes(beat))
    await shrink(plan.beats.filter(isAction), (actions) => attempt({ beats: withActions(actions) }))
    await shrink([...plan.timed], (timed) => attempt({ timed: new Set(timed) }))
    const optional = partsOf(composeScenario(this.#line, this.#file, plan).scenario)
    await shrink(optional, (rest) =>
      attempt({ without: optional.filter((field) => !rest.includes(field)) }),
    )
    return plan
  }

  async #holds(plan: Plan): Promise<boolean> {
    return this.#left > 0 && (await this.whyNot(plan)) === undefined
  }

  /** Why a plan does not lead to the recorded outcomes; undefined if it does. */
  async whyNot(plan: Plan): Promise<string | undefined> {
    this.#left -= plan.beats.length
    try {
      const outcomes = await outcomesOf(composeScenario(this.#line, this.#file, plan), this.#stage)
      return outcomes.join() === this.#outcomes ? undefined : 'requests would end in another way'
    } catch (error) {
      if (error instanceof ActionError) return error.message
      throw error
    }
  }
}

/** Refused actions changed nothing, and the clock is advanced by the scenario itself. */
function isPart(beat: Beat): boolean {
  if (beat.type === 'call') return !isFailureOfSandbox(beat)
  return beat.refused === undefined && beat.action !== 'advance_clock'
}

/** The sandbox could not store the answer, or had no room. */
function isFailureOfSandbox({ outcome, fault, response }: Beat & { type: 'call' }): boolean {
  return response.status === 507 || (outcome === 'server_error' && fault == null)
}

function notesOn(line: Line, beats: readonly Beat[]): string[] {
  const inScenario = new Set(beats)
  const left = line.beats.filter((beat) => beat.type === 'call' && !inScenario.has(beat)).length
  if (left === 0) return []
  return [`It leaves out ${countOf(left, 'request')} that cannot be repeated in this form.`]
}
