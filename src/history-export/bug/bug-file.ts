import { ActionError } from '../../contract/action-error.ts'
import type {
  HistoryFile,
  HistoryFileAccount,
  HistoryFileItem,
  HistoryFileItemOf,
} from '../../contract/history-file.ts'
import type { Entry } from '../../core/record/entry.ts'
import { compareAnswers } from '../../core/replay/compare-entries.ts'
import type { AccountRecord } from '../../core/replay/account-record.ts'
import { isInput } from '../../core/replay/repeat-input.ts'
import { Replay } from '../../core/replay/replay.ts'
import type { ReplaySource } from '../../core/replay/replay-host.ts'
import { sourceOf, toFileAccount, toRecord } from '../../history-file/records.ts'
import { lineOf, type Line } from '../line.ts'
import { shrink } from '../shrink.ts'

/** Most inputs that are repeated to make a file small. */
const MAX_REPEATED = 20_000

/** The smallest file that could be found in which a call gets the very same answer. */
export type BugFile = { file: HistoryFile; id: string }

/**
 * Leaves out of the history what the answer to its last call does not depend on.
 * @throws ActionError 409 when the answer depends on something outside the account.
 */
export async function toBugFile(
  file: HistoryFile,
  id: string,
  sampleTexts: ReplaySource['sampleTexts'],
): Promise<BugFile> {
  const account = file.accounts[0]!
  const source = sourceOf(file, sampleTexts)
  const line = lineOf(account)
  const whole = recordOf(account, line)
  const inputs = whole.entries
  const call = inputs.at(-1)
  if (call?.type !== 'call') throw new ActionError(404, `the history does not end with call ${id}`)
  let left = MAX_REPEATED
  const holds = (rest: AccountRecord['entries']) => {
    if (left <= 0) return false
    left -= rest.length + 1
    return isSameAnswer(call, repeat({ ...whole, entries: [...rest, call] }, source))
  }
  const before = inputs.slice(0, -1)
  if (!holds(before)) {
    const message = `the answer to ${account.name}/${id} depends on more than the history of the account`
    throw new ActionError(409, message)
  }
  const entries = [...(await shrink(before, holds)), call]
  const replay = played({ ...whole, entries }, source)
  const repeated = replay.account.history.entries().filter(isInput)
  const smallest = toFileAccount({ ...whole, entries: repeated }, undefined)
  return {
    file: withAccount(file, { ...smallest, history: smallest.history.map(withoutTrivia) }),
    id: smallest.history.at(-1)!.id,
  }
}

/** The inputs that led to the end of the history, from where they can be repeated. */
function recordOf(account: HistoryFileAccount, line: Line): AccountRecord {
  const record = toRecord(account)
  const orders = new Set(line.beats.map(({ order }) => order))
  const entries = record.entries.filter(({ order }) => orders.has(order))
  const { opening } = line
  if (!line.isCut || opening.kind !== 'state') return { ...record, entries }
  const { state } = opening
  const start = { kind: 'state', state, machineMs: state.clock.machine_ms } as const
  return { ...record, start, entries, states: new Map() }
}

function played(record: AccountRecord, source: ReplaySource): Replay {
  const replay = Replay.start(record, source)
  for (const _entry of replay.run());
  return replay
}

/** The answer to the last call of a record. */
function repeat(record: AccountRecord, source: ReplaySource): Entry | undefined {
  const last = played(record, source).account.history.entries().findLast(isInput)
  return last?.type === 'call' ? last : undefined
}

function isSameAnswer(call: Entry, other: Entry | undefined): boolean {
  if (other === undefined || other.accountMs !== call.accountMs) return false
  return compareAnswers(call, other).length === 0
}

/** Only the scenarios that the account still loads stay. */
function withAccount(
  { scenarios = {}, ...file }: HistoryFile,
  account: HistoryFileAccount,
): HistoryFile {
  const text = JSON.stringify(account.history)
  const used = Object.entries(scenarios).filter(([name]) => text.includes(JSON.stringify(name)))
  return {
    ...file,
    ...(used.length > 0 && { scenarios: Object.fromEntries(used) }),
    accounts: [account],
  }
}

/** A call without what neither the replay nor a reader needs. */
function withoutTrivia(item: HistoryFileItem): HistoryFileItem {
  if (item.type !== 'call') return item
  const { order, type, id, at, real_at, request, response, key, delivery, outcome } = item
  const { method, path, query, content_type, body, unreadable, headers = {} } = request
  const encoding = headers['content-encoding']
  const isUsual = (delivery?.kind ?? 'send') === 'send' && (delivery?.delay_ms ?? 0) === 0
  return {
    order,
    type,
    id,
    at,
    real_at,
    request: {
      method,
      path,
      ...(query && { query }),
      ...(encoding !== undefined && { headers: { 'content-encoding': encoding } }),
      ...(body != null && content_type !== undefined && { content_type }),
      ...(unreadable && { unreadable, ...(content_type !== undefined && { content_type }) }),
      ...(body != null && { body }),
    },
    key,
    response,
    ...(!isUsual && { delivery }),
    outcome,
    ...withFault(item),
  }
}

/** Tells an injected server error from one of the sandbox itself. */
function withFault({ fault }: HistoryFileItemOf<'call'>): { fault?: string } {
  return fault == null ? {} : { fault }
}
