import type { StartEntry, Entry, StartKey } from '../../contract/history/entry.ts'
import { msOf, type HistoryType } from '../../contract/history/entry-types.ts'
import type { NamedScenario, Scenario } from '../../contract/scenario/scenario.ts'
import type { AccountState } from '../../contract/state/state.ts'
import type { Account } from '../../core/account/account.ts'
import type { Snapshot } from '../../core/account/snapshot.ts'
import type { PlacedBase } from '../../core/record/bases.ts'

/** An account before the first entry of its record. */
export type RecordStart<State = AccountState> = { machineMs: number } & (
  | { kind: 'scenario'; named: NamedScenario; seed: number; key: StartKey }
  | { kind: 'state'; state: State }
)

/** A part of an account's history that can be replayed by itself, once its state is a value. */
export type AccountRecord<State = AccountState> = {
  name: string
  start: RecordStart<State>
  /** The entry of that start, if there is one. */
  opening?: StartEntry | undefined
  /** The entries after the start. */
  entries: readonly Entry[]
  /** The number of earlier entries of each type. Default: as their numbers say. */
  numbersBefore?: Partial<Record<HistoryType, number>> | undefined
  /** The account's clock at the end. Default: as after the last entry. */
  until?: { accountMs: number; machineMs: number } | undefined
}

/**
 * Returns an account's history before the entry `until`, from the first base on after which the entries lead to its
 * value; undefined if there is none.
 */
export function recordOf(account: Account, until?: Entry): AccountRecord<Snapshot> | undefined {
  const { history, name } = account
  const all = history.entries().filter(({ order }) => order < (until?.order ?? Infinity))
  let first = history.bases.all()[0]
  for (;;) {
    if (first === undefined || (until && first.afterOrder >= until.order)) return undefined
    const { afterOrder } = first
    const opening = startAt(history, afterOrder)
    const entries = all.filter(({ order }) => order > afterOrder)
    // A replay repeats the start in a scenario, and begins after any other.
    const isRepeated = opening?.key !== undefined
    const replacing = entries.findLast(replacesIn(isRepeated ? [opening, ...entries] : entries))
    if (!replacing) return { name, start: startOf(first, opening), opening, entries }
    first = history.bases.all().find((based) => based.afterOrder === replacing.order)
  }
}

/** Entries after which the account has a value that those before do not lead to: a write failed, or an entry is gone. */
function replacesIn(entries: readonly Entry[]): (entry: Entry) => boolean {
  const ids = new Set(entries.map(({ id }) => id))
  return (entry) => entry.type === 'start' || (entry.type === 'undo' && !ids.has(entry.to))
}

/** The start that a base follows directly. */
function startAt(history: Account['history'], order: number): StartEntry | undefined {
  const entry = history.entries().find((each) => each.order === order)
  return entry?.type === 'start' ? entry : undefined
}

function startOf(
  { base }: PlacedBase<Snapshot>,
  opening: StartEntry | undefined,
): RecordStart<Snapshot> {
  if (!opening || opening.key === undefined) {
    return { kind: 'state', state: base, machineMs: base.state.clock.machine_ms }
  }
  const { started_as: name, start } = base.state
  const { seed, key, real_at } = opening
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
