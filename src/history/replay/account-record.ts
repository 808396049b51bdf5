import type { StartEntry, Entry } from '../../contract/history/entry.ts'
import type { SessionAccount } from '../../contract/session/session.ts'
import type { Account } from '../../core/account/account.ts'
import type { Snapshot } from '../../core/account/snapshot.ts'
import { toIso } from '../../core/clock/times.ts'
import type { PlacedBase } from '../../core/record/bases.ts'

/** A part of an account's history that can be replayed by itself, as a session has it. */
export type AccountRecord = {
  name: string
  start: Omit<SessionAccount['start'], 'state'>
  /** The account at its start, unless that is a scenario. */
  state?: Snapshot
  /** The entry of that start, if there is one. */
  opening?: StartEntry | undefined
  /** The entries after the start. */
  entries: readonly Entry[]
}

/**
 * Returns an account's history before the entry `until`, from the first base on after which the entries lead to its
 * value; undefined if there is none.
 */
export function recordOf(account: Account, until?: Entry): AccountRecord | undefined {
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
    if (!replacing) return { name, ...startOf(first, opening), opening, entries }
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
): Pick<AccountRecord, 'start' | 'state'> {
  if (!opening || opening.key === undefined) {
    return { start: { real_at: toIso(base.state.clock.machine_ms) }, state: base }
  }
  const { started_as: scenario, start: definition } = base.state
  const { seed, key, real_at } = opening
  return {
    start: {
      scenario,
      definition,
      seed,
      key: key.first,
      ...(key.series > 0 && { key_series: key.series }),
      ...(key.made > 0 && { keys_made: key.made }),
      real_at,
    },
  }
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
