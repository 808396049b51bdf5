import type { StartEntry } from '../../contract/history/entry.ts'
import { limitText, type Limit } from '../../contract/limits.ts'
import { ActionError, refuse } from '../../contract/control/action-error.ts'
import { isAction } from '../../contract/history/entry-types.ts'
import type { HistoryFile, WrittenEntry } from '../../contract/history/file.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { Account } from '../../core/account/account.ts'
import { toIso } from '../../core/clock/times.ts'
import type { Snapshot } from '../../core/account/snapshot.ts'
import { countAtOnce, isOfAccount, largerOf, type AtOnce } from '../../core/record/at-once.ts'
import { recordOf, type AccountRecord } from '../replay/account-record.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { leastStateCharacters, snapshotPieces } from '../../core/account/state-text.ts'
import { toScenarioStart } from './records.ts'
import { writtenHeader } from './write.ts'

/** What of the histories belongs to a file, and how long it may be. */
export type Extent = {
  version: string
  /** Entries with a higher order are left out. */
  untilOrder?: number | undefined
  /** In characters. */
  max: Limit
  /** What to do if the text would be too long. */
  instead: string
}

/** A part of an account's history, and the entry of its start if it begins there. */
type Part = { record: AccountRecord<Snapshot>; opening: StartEntry | undefined }

/**
 * The histories of these accounts as the text of a file in pieces, before secrets are masked. Each piece takes little
 * time, so others can have their turn in between; an account is as it is when its turn comes.
 * @throws ActionError 409 when nothing of an account can be replayed, 413 when the text gets too long.
 */
export function* historyPieces(
  sandbox: Sandbox,
  accounts: readonly Account[],
  { version, untilOrder = Infinity, max, instead }: Extent,
): Generator<string> {
  const { overrides } = sandbox
  const head = { ...writtenHeader(version), overrides, ...scenariosOf(sandbox, accounts) }
  let length = 0
  const add = (characters: number) => {
    length += characters
    if (length <= max.value) return
    throw new ActionError(413, `the history would exceed ${limitText(max)}; ${instead}`)
  }
  yield `${JSON.stringify(head).slice(0, -1)},"accounts":[`
  let comma = ''
  for (const account of accounts) {
    const part = partOf(account, untilOrder)
    if (part === undefined) continue
    const least = leastStateCharacters(statesOf(part.record))
    add(least) // before any text is made
    length -= least
    yield comma
    comma = ','
    for (const piece of accountPieces(part, account.history.atOnce)) {
      add(piece.length)
      yield piece
    }
  }
  yield ']}'
}

function statesOf({ start, states }: AccountRecord<Snapshot>): Snapshot[] {
  return [...(start.kind === 'state' ? [start.state] : []), ...states.values()]
}

function* accountPieces({ record, opening }: Part, atOnce: AtOnce): Generator<string> {
  const { name, start, entries, states } = record
  yield `{"name":${JSON.stringify(name)},"start":`
  if (start.kind === 'scenario') yield JSON.stringify(toScenarioStart(start))
  else {
    yield `{"real_at":${JSON.stringify(toIso(start.machineMs))},"state":`
    yield* snapshotPieces(start.state)
    yield '}'
  }
  const ofEntries = countAtOnce(
    entries.filter((entry) => entry.type === 'call').filter(isOfAccount),
  )
  const most = largerOf(atOnce, ofEntries)
  if (most.requests > 0) yield `,"at_once":${JSON.stringify(most)}`
  yield ',"history":['
  const all = opening === undefined ? entries : [opening, ...entries]
  for (const [at, entry] of all.entries()) {
    if (at > 0) yield ','
    yield* itemPieces(entry, states.get(entry.order))
  }
  yield ']}'
}

function* itemPieces(item: WrittenEntry, state: Snapshot | undefined): Generator<string> {
  const text = JSON.stringify(item)
  if (state === undefined) return yield text
  yield `${text.slice(0, -1)},"state":`
  yield* snapshotPieces(state)
  yield '}'
}

/** Undefined if nothing has happened in the account. @throws ActionError 409 */
function partOf(account: Account, untilOrder: number): Part | undefined {
  const all = account.history.entries()
  if (all.length === 0) return undefined
  const next = all.find(({ order }) => order > untilOrder)
  const record = recordOf(account, next)
  if (record === undefined) {
    refuse('history_cut', `the history of account ${account.name} no longer reaches back so far`)
  }
  if (record.start.kind === 'state') return { record, opening: undefined }
  const from = record.entries[0]?.order ?? Infinity
  const opening = all.findLast(
    (entry): entry is StartEntry => entry.type === 'start' && entry.order < from,
  )
  return { record, opening }
}

/** The scenarios that the accounts have loaded by name; with the names of all, if they asked for another one. */
function scenariosOf(
  sandbox: Sandbox,
  accounts: readonly Account[],
): Pick<HistoryFile, 'scenarios' | 'scenario_names'> {
  const scenarios: Record<string, Scenario> = {}
  let hasAskedForOther = false
  for (const { history } of accounts) {
    for (const entry of history.entries()) {
      if (!isAction(entry) || entry.action !== 'load_scenario') continue
      const { scenario: name } = (entry.arguments ?? {}) as { scenario?: unknown }
      if (typeof name !== 'string') continue
      const found = sandbox.findScenario(name)
      if (found === undefined) hasAskedForOther = true
      else scenarios[name] = found
    }
  }
  return { scenarios, ...(hasAskedForOther && { scenario_names: sandbox.scenarioNames() }) }
}
