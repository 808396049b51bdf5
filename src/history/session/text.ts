import type { Entry } from '../../contract/history/entry.ts'
import { type Limit, limitText, limits } from '../../contract/limits.ts'
import { ActionError, refuse } from '../../contract/control/action-error.ts'
import { isAction } from '../../contract/history/entry-types.ts'
import type { Session, SessionAccount } from '../../contract/session/session.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import type { Account } from '../../core/account/account.ts'
import { toIso } from '../../core/clock/times.ts'
import { countAtOnce, isOfAccount, largerOf } from '../../core/record/at-once.ts'
import { type AccountRecord, recordOf } from '../replay/account-record.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { leastStateCharacters, snapshotPieces } from '../../core/account/state-text.ts'
import { MASK } from '../../text/mask.ts'
import { writtenHeader } from './write.ts'

/** The part of the histories that belongs to a session, and its greatest length. */
export type Extent = {
  version: string
  /** The time to which the clocks of the accounts are moved first. Absent: they stay as after the last entry. */
  machineMs?: number | undefined
  /** Entries with a higher order are left out. */
  untilOrder?: number | undefined
  /** In characters. */
  max: Limit
  /** Advice if the text would be too long. */
  instead: string
  /** Without the pages of lists, which are long; a replay gives them again. */
  isShort?: boolean
}

/** The session of a whole sandbox in one text, with nothing masked and nothing that a replay gives again. */
export function toStoredText(
  sandbox: Sandbox,
  options: Pick<Extent, 'version' | 'machineMs'>,
): string {
  const max = { ...limits.stateBytes, value: Infinity }
  const extent = { ...options, max, instead: '', isShort: true }
  return [...sessionPieces(sandbox, sandbox.accounts(), extent)].join('')
}

/** A part of an account's history, with the entry of its start if it begins there, and what else a session says of it. */
type Part = {
  record: AccountRecord
  facts: Omit<SessionAccount, 'name' | 'start' | 'history'>
}

/**
 * These accounts as the text of a session in pieces, before secrets are masked. They are read before the first piece;
 * each piece takes little time, so others can have their turn in between.
 * @throws ActionError 409 when nothing before `untilOrder` can be replayed, 413 when the text gets too long.
 */
export function* sessionPieces(
  sandbox: Sandbox,
  accounts: readonly Account[],
  { version, machineMs, untilOrder, max, instead, isShort = false }: Extent,
): Generator<string> {
  const parts = accounts.map((account) => {
    if (machineMs !== undefined) sandbox.syncClock(account, machineMs)
    return untilOrder === undefined ? wholeOf(account, machineMs) : partOf(account, untilOrder)
  })
  let length = leastStateCharacters(parts.flatMap(({ record }) => record.state ?? []))
  const add = (characters: number) => {
    length += characters
    if (length <= max.value) return
    throw new ActionError(413, `the session would exceed ${limitText(max)}; ${instead}`)
  }
  add(0) // before any text is made
  length = 0
  yield `${JSON.stringify(headOf(sandbox, parts, version)).slice(0, -1)},"accounts":[`
  for (const [at, part] of parts.entries()) {
    if (at > 0) yield ','
    for (const piece of accountPieces(part, isShort)) {
      add(piece.length)
      yield piece
    }
  }
  yield ']}'
}

function headOf(sandbox: Sandbox, parts: readonly Part[], version: string): object {
  const { seed, named, deleted } = sandbox.facts
  return {
    ...writtenHeader(version),
    seed,
    accounts_named: named,
    accounts_deleted: deleted,
    overrides: sandbox.overrides,
    ...scenariosOf(sandbox, parts),
  }
}

function* accountPieces({ record, facts }: Part, isShort: boolean): Generator<string> {
  const { name, start, state, opening, entries } = record
  yield `{"name":${JSON.stringify(name)},"start":`
  yield JSON.stringify(start).slice(0, -1)
  if (state) {
    yield ',"state":'
    yield* snapshotPieces(state)
  }
  yield '}'
  yield `,${JSON.stringify(facts).slice(1, -1)}`.replace(/^,$/, '')
  yield ',"history":['
  const all = opening === undefined ? entries : [opening, ...entries]
  for (const [at, entry] of all.entries()) {
    if (at > 0) yield ','
    yield JSON.stringify(isShort ? withoutList(entry) : entry)
  }
  yield ']}'
}

/** A masked list, which a replay need not compare. */
function withoutList(entry: Entry): Entry {
  if (entry.type !== 'call' || entry.outcome !== 'listed') return entry
  const { status, headers, retry_after_seconds: seconds } = entry.response
  const waited = seconds !== undefined && { retry_after_seconds: seconds }
  return { ...entry, response: { status, headers, ...waited, body: MASK } }
}

/** Returns all entries that can be replayed, or the state of an account without any. */
function wholeOf(account: Account, machineMs: number | undefined): Part {
  const { history, name, now, state } = account
  const pinnedMs = machineMs ?? state.clock.machine_ms
  const record: AccountRecord = recordOf(account) ?? {
    name,
    start: { real_at: toIso(pinnedMs) },
    state: account.pinned(pinnedMs),
    entries: [],
  }
  const { opening } = record
  const kept = opening === undefined ? record.entries : [opening, ...record.entries]
  const before = history.numbersBefore(kept)
  const first = kept[0]?.order ?? Infinity
  const past = history.entries().filter(({ order }) => order < first)
  const facts = {
    ...(Object.values(before).some((number) => number > 0) && { numbers_before: before }),
    ...atOnceOf(account, record.entries),
    ...(history.requests.clearedTo > 0 && { cleared: history.requests.clearedTo }),
    ...(machineMs !== undefined && { until: { at: toIso(now), real_at: toIso(machineMs) } }),
    ...(past.length > 0 && { past }),
  }
  return { record: withFork(record, account), facts }
}

/** @throws ActionError 409 */
function partOf(account: Account, untilOrder: number): Part {
  const next = account.history.entries().find(({ order }) => order > untilOrder)
  const record = recordOf(account, next)
  if (record === undefined) {
    refuse('history_cut', `the history of account ${account.name} no longer reaches back so far`)
  }
  return { record, facts: atOnceOf(account, record.entries) }
}

function atOnceOf({ history }: Account, entries: readonly Entry[]) {
  const calls = entries.filter((entry) => entry.type === 'call').filter(isOfAccount)
  const most = largerOf(history.atOnce, countAtOnce(calls))
  return most.requests > 0 ? { at_once: most } : {}
}

/** The account that it branched off can be gone by now. */
function withFork(record: AccountRecord, { state: now }: Account): AccountRecord {
  const { state: snapshot } = record
  if (snapshot === undefined) return record
  const { forked_from: _then, ...state } = snapshot.state
  const { forked_from } = now
  return {
    ...record,
    state: { ...snapshot, state: { ...state, ...(forked_from && { forked_from }) } },
  }
}

/** The scenarios that the accounts have loaded by name; with the names of all, if they asked for another one. */
function scenariosOf(
  sandbox: Sandbox,
  parts: readonly Part[],
): Pick<Session, 'scenarios' | 'scenario_names'> {
  const scenarios: Record<string, Scenario> = {}
  let hasAskedForOther = false
  for (const { record } of parts) {
    for (const entry of record.entries) {
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
