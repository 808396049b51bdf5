import { msOf, type HistoryType } from '../../contract/history/entry-types.ts'
import type { Entry, StartKey } from '../../contract/history/entry.ts'
import type { NamedScenario, Scenario } from '../../contract/scenario/scenario.ts'
import type { AccountState } from '../../contract/state/state.ts'
import type { Account } from '../../core/account/account.ts'
import type { Snapshot } from '../../core/account/snapshot.ts'
import type { Based } from '../../core/record/bases.ts'

/** How an account was before the first entry of its record. */
export type RecordStart<State = AccountState> = { machineMs: number } & (
  | { kind: 'scenario'; named: NamedScenario; seed: number; key: StartKey }
  | { kind: 'state'; state: State }
)

/** A part of an account's history that can be replayed by itself, once its states are values. */
export type AccountRecord<State = AccountState> = {
  name: string
  start: RecordStart<State>
  /** What followed. */
  entries: readonly Entry[]
  /**
   * By order: the state after each start among the entries, and after each rewind to an entry that is
   * not among them.
   */
  states: ReadonlyMap<number, State>
  /** How many entries of each type came before them. Default: as their numbers say. */
  numbersBefore?: Partial<Record<HistoryType, number>> | undefined
  /** The account's clock at the end. Default: as after the last entry. */
  until?: { accountMs: number; machineMs: number } | undefined
}

/**
 * What an account's history holds after its oldest base, up to but without the entry `until`; undefined if the base
 * comes later.
 */
export function recordOf(account: Account, until?: Entry): AccountRecord<Snapshot> | undefined {
  const { history, name } = account
  const bases = history.bases.all()
  const [first] = bases
  if (first === undefined || (until && first.afterOrder >= until.order)) return undefined
  const entries = history
    .entries()
    .filter(({ order }) => order > first.afterOrder && order < (until?.order ?? Infinity))
  const started = startedAt(history, first)
  const ids = new Set((started ? [started, ...entries] : entries).map(({ id }) => id))
  const states = new Map<number, Snapshot>()
  for (const entry of entries) {
    if (entry.type !== 'start' && (entry.type !== 'rewind' || ids.has(entry.to))) continue
    const after = bases.find(({ afterOrder }) => afterOrder === entry.order)
    if (after) states.set(entry.order, after.base)
  }
  return { name, start: startOf(account, first), entries, states }
}

/** The start in a scenario that a base follows directly. */
function startedAt(history: Account['history'], { afterOrder }: Based<Snapshot>) {
  const entry = history.entries().find(({ order }) => order === afterOrder)
  return entry?.type === 'start' && entry.key !== undefined
    ? { ...entry, key: entry.key }
    : undefined
}

function startOf({ history }: Account, based: Based<Snapshot>): RecordStart<Snapshot> {
  const started = startedAt(history, based)
  if (!started) {
    const state = based.base
    return { kind: 'state', state, machineMs: state.state.clock.machine_ms }
  }
  const { started_as: name, start } = based.base.state
  const { seed, key, real_at } = started
  const named = { name, scenario: start as Scenario }
  return { kind: 'scenario', named, seed, key, machineMs: msOf(real_at) }
}

/** From where on the history is complete: the id of the first entry that can be replayed. */
export function completeFrom(account: Account): string | null {
  const { history } = account
  const [first] = history.bases.all()
  if (first === undefined) return null
  const { afterOrder } = first
  // A start has its state in the base after it.
  const entry = history
    .entries()
    .find(({ type, order }) => order > afterOrder || (type === 'start' && order === afterOrder))
  return entry ? entry.id : null
}
