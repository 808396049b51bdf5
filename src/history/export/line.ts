import type { PerformedEntry, RequestEntry } from '../../contract/history/entry.ts'
import { isAction } from '../../contract/history/entry-types.ts'
import type { Session, SessionAccount } from '../../contract/session/session.ts'
import { mergeScenarios, type Scenario } from '../../contract/scenario/scenario.ts'
import type { AccountState } from '../../contract/state/state.ts'

type Call = RequestEntry
type Action = PerformedEntry
/** Something that a client or a tester did. */
export type Beat = Call | Action

/** The beginning of a line: an account in a scenario, or in a state. */
export type Opening = { name: string; seed: number; nowMs: number; firstKey: string } & (
  { kind: 'scenario'; scenario: Scenario } | { kind: 'state'; state: AccountState }
)

/** The way to the account as it is: calls and actions that were taken back are not in it. */
export type Line = {
  opening: Opening
  beats: Beat[]
}

/** The beats up to a point, the last one first, so that points share what came before them. */
type Link = { beat: Beat; before: Link } | undefined

/** The line of an account that leads to its end. After an undo it goes on where that led. */
export function lineOf(account: SessionAccount): Line {
  let last: Link
  const before = new Map<string, Link>()
  for (const item of account.history) {
    const during = item.type === 'event' ? item.during : undefined
    before.set(item.id, (during && before.get(during)) || last)
    if (item.type === 'call') last = { beat: item, before: last }
    if (isAction(item) && item.origin !== 'timeline') last = { beat: item, before: last }
    if (item.type === 'undo') last = before.get(item.to)
  }
  const beats: Beat[] = []
  for (let link = last; link; link = link.before) beats.push(link.beat)
  return { opening: openingOf(account), beats: beats.toReversed() }
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
