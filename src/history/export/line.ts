import type { PerformedEntry, RequestEntry } from '../../contract/history/entry.ts'
import { refuse } from '../../contract/control/action-error.ts'
import { isAction } from '../../contract/history/entry-types.ts'
import type { Session, SessionAccount } from '../../contract/session/session.ts'
import { mergeScenarios, type Scenario } from '../../contract/scenario/scenario.ts'
import type { AccountState } from '../../contract/state/state.ts'

type Call = RequestEntry
type Action = PerformedEntry
/** Something that a client or a tester did. */
export type Beat = Call | Action

/** How a line begins: with an account in a scenario, or in a state. */
export type Opening = { name: string; seed: number; nowMs: number; firstKey: string } & (
  { kind: 'scenario'; scenario: Scenario } | { kind: 'state'; state: AccountState }
)

/** What led to the account as it is: calls and actions that were taken back are not in it. */
export type Line = {
  opening: Opening
  beats: Beat[]
  /** Ids of entries that it leaves out because the account was in another state since. */
  isCut: boolean
}

/** The beats up to a point, the last one first, so that points share what came before them. */
type Link = { beat: Beat; before: Link } | undefined
type Point = { opening: Opening; last: Link; isCut: boolean }

/**
 * The line of an account that leads to its end. After a rewind it goes on where that led; a state that
 * came from outside starts it anew.
 */
export function lineOf(account: SessionAccount): Line {
  let point: Point = { opening: openingOf(account), last: undefined, isCut: false }
  const before = new Map<string, Point>()
  for (const item of account.history) {
    const during = item.type === 'event' ? item.during : undefined
    before.set(item.id, (during && before.get(during)) || point)
    if (item.type === 'call') point = addTo(point, item)
    if (isAction(item) && item.origin !== 'timeline') point = addTo(point, item)
    if (item.type === 'rewind') point = before.get(item.to) ?? restartedAt(account.name, item)
    if (item.type === 'start' && item.state) point = restartedAt(account.name, item)
  }
  const beats: Beat[] = []
  for (let link = point.last; link; link = link.before) beats.push(link.beat)
  return { opening: point.opening, beats: beats.toReversed(), isCut: point.isCut }
}

function addTo(point: Point, beat: Beat): Point {
  return { ...point, last: { beat, before: point.last } }
}

function restartedAt(
  name: string,
  { id, state, at }: { id: string; at: string; state?: AccountState | undefined },
): Point {
  if (!state) refuse('history_cut', `${name}/${id} leads to a state that is not in the file`)
  const opening = { ...ofState(name, state), nowMs: Date.parse(at) }
  return { opening, last: undefined, isCut: true }
}

function openingOf({ name, start }: SessionAccount): Opening {
  const { state, definition, seed, key, real_at: realAt } = start
  if (state) return ofState(name, state)
  const scenario = definition as Scenario
  // The contract requires both without a state.
  const shared = { name, seed: seed!, firstKey: key! }
  return { ...shared, kind: 'scenario', scenario, nowMs: startMs(scenario, Date.parse(realAt)) }
}

function ofState(name: string, state: AccountState): Opening {
  const { seed, key, clock } = state
  return { kind: 'state', state, name, seed, nowMs: clock.account_ms, firstKey: key.first }
}

/** The scenario that a reset or `load_scenario` led to, as it was then. */
export function loadedBy(
  { action, arguments: args }: Action,
  opening: Opening,
  { overrides = {}, scenarios = {} }: Session,
): Scenario {
  if (action === 'reset') {
    return (opening.kind === 'state' ? opening.state.start : opening.scenario) as Scenario
  }
  const { scenario: requested } = (args ?? {}) as { scenario?: string | Scenario }
  const named = typeof requested === 'string' ? scenarios[requested] : undefined
  return (named ?? mergeScenarios(overrides as Scenario, requested as Scenario)) as Scenario
}

/** The time of an account's clock when it starts in a scenario. */
export function startMs({ clock = {} }: Scenario, machineMs: number): number {
  const { now } = clock
  if (now === undefined) return machineMs
  return typeof now === 'number' ? Math.round(now * 1_000) : Date.parse(now)
}
