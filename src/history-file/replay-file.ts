import type { HistoryFile, HistoryFileAccount, HistoryFileItem } from '../contract/history-file.ts'
import { runSteps } from '../contract/run-steps.ts'
import type { Account } from '../core/account/account.ts'
import { moveTo } from '../core/replay/repeat-input.ts'
import { compareEntries } from '../core/replay/compare-entries.ts'
import { Replay, type ReplayedEntry } from '../core/replay/replay.ts'
import type { ReplaySource } from '../core/replay/replay-host.ts'
import { toHistoryId, type HistoryEntry } from '../core/record/history-entry.ts'
import type { Differing } from './differences.ts'
import { toEntry } from './items.ts'
import { sourceOf, toRecordInSteps } from './records.ts'

/** The outcome of replaying a file. */
export type FileReplay = {
  /** Number of answers that were compared, and of those that were equal. */
  answers: number
  equal: number
  /** The first answer that differs, and what differed before it in the same account. */
  first: { answer: Differing; earlier: Differing | undefined } | undefined
  /** By account: the ids of the entries that differ. */
  different: Map<string, string[]>
  /** The accounts as they are then, if they were asked for. */
  accounts: Account[]
}

/** The entry before which a replay ends. */
export type Until = { account: string; item: HistoryFileItem }

type Options = {
  until?: Until | undefined
  /** Whether an account is among those of the outcome. One can be large, so the others can be collected. */
  keeps?: (account: string) => boolean
}

/**
 * Replays every account of a file, up to but without the entry `until`, at whose time its account then is.
 * @throws ActionError when an account cannot start as the file says.
 */
export function replayFile(
  file: HistoryFile,
  sampleTexts: ReplaySource['sampleTexts'],
  options?: Options,
): FileReplay {
  return runSteps(replayFileInSteps(file, sourceOf(file, sampleTexts), options))
}

/** A step in an account, and the account as it is by then. */
export type ReplayStep = {
  of: HistoryFileAccount
  account: Account
  /** What was repeated. Absent at the start of the account, and when its clock was moved to its end. */
  entry?: ReplayedEntry
}

/** The same in short steps, because a file can be large. @throws ActionError, ReplayTooLarge */
export function* replayFileInSteps(
  file: HistoryFile,
  source: ReplaySource,
  { until, keeps = () => false }: Options = {},
): Generator<ReplayStep | undefined, FileReplay> {
  const result: FileReplay = {
    answers: 0,
    equal: 0,
    first: undefined,
    different: new Map(),
    accounts: [],
  }
  for (const of of file.accounts) {
    const record = yield* toRecordInSteps(of, until?.item.order)
    const replay = new Replay(record, source)
    const { account } = replay
    yield { of, account }
    const repeated = new Map<string, HistoryEntry>()
    for (const entry of replay.run()) {
      if (entry.replayed) repeated.set(toHistoryId(entry.replayed), entry.replayed)
      yield { of, account, entry }
    }
    if (until?.account === of.name) {
      moveTo(account, toEntry(until.item, until.account))
      yield { of, account }
    }
    result.different.set(of.name, yield* compareAll(record.entries, repeated, result))
    if (keeps(of.name)) result.accounts.push(account)
  }
  return result
}

/** Compares by id: in an edited file, what follows can move by an entry without another answer. */
function* compareAll(
  recorded: readonly HistoryEntry[],
  repeated: Map<string, HistoryEntry>,
  result: FileReplay,
): Generator<undefined, string[]> {
  const different: string[] = []
  let earlier: Differing | undefined
  for (const entry of recorded) {
    yield
    const id = toHistoryId(entry)
    const differences = compareEntries(entry, repeated.get(id))
    repeated.delete(id)
    const isEqual = differences.length === 0
    if (!isEqual) different.push(id)
    if (entry.type !== 'call') {
      if (!isEqual) earlier ??= { entry, differences }
      continue
    }
    result.answers += 1
    if (isEqual) result.equal += 1
    else if (entry.order < (result.first?.answer.entry.order ?? Infinity)) {
      result.first = { answer: { entry, differences }, earlier }
    }
  }
  // What was not recorded differs too.
  return [...different, ...repeated.keys()]
}
