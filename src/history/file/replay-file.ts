import type {
  HistoryFile,
  HistoryFileAccount,
  HistoryFileItem,
} from '../../contract/history/file.ts'
import type { Account } from '../../core/account/account.ts'
import type { AccountRecord } from '../../core/replay/account-record.ts'
import { findable, placeBefore } from '../../core/replay/place-before.ts'
import { moveTo } from '../../core/replay/repeat-input.ts'
import type { Snapshot } from '../../core/account/snapshot.ts'
import type { MakeHistory } from '../../core/record/history.ts'
import { compareEntries } from '../../core/replay/compare-entries.ts'
import { Replay, type ReplayedEntry } from '../../core/replay/replay.ts'
import type { ReplaySource } from '../../core/replay/replay-host.ts'
import { toHistoryId, type HistoryEntry } from '../../core/record/history-entry.ts'
import type { Differing } from './differences.ts'
import { sourceOf, toRecord } from './records.ts'

/** The outcome of replaying a file. */
export type FileReplay = {
  /** Number of answers, to calls and mails, that were compared, and of those that were equal. */
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
  /** Makes the histories of accounts that go on in a sandbox. */
  make?: MakeHistory<Snapshot>
}

/**
 * Replays every account of a file, up to but without the entry `until`, at whose time its account then is. If that is
 * an event, its account ends before the action during which it happened, or before its time had come.
 * @throws ActionError when an account cannot start as the file says.
 */
export function replayFile(
  file: HistoryFile,
  sampleTexts: ReplaySource['sampleTexts'],
  options?: Options,
): FileReplay {
  const steps = replaySteps(file, sourceOf(file, sampleTexts), options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** A step in an account, and the account as it is by then. */
export type ReplayStep = {
  of: HistoryFileAccount
  account: Account
  /** What was repeated. Absent at the start of the account, and when its clock was moved to its end. */
  entry?: ReplayedEntry
}

/** The same; yields each step, so that what was repeated need not be kept. @throws ActionError, ReplayTooLarge */
export function* replaySteps(
  file: HistoryFile,
  source: ReplaySource,
  { until, keeps = () => false, make }: Options = {},
): Generator<ReplayStep, FileReplay> {
  const result: FileReplay = {
    answers: 0,
    equal: 0,
    first: undefined,
    different: new Map(),
    accounts: [],
  }
  for (const of of file.accounts) {
    const { record, at } = toPart(of, until)
    const replay = Replay.start(record, source, make && { make })
    const { account } = replay
    yield { of, account }
    const repeated = new Map<string, HistoryEntry>()
    for (const entry of replay.run()) {
      if (entry.replayed) repeated.set(toHistoryId(entry.replayed), entry.replayed)
      yield { of, account, entry }
    }
    if (at) {
      moveTo(account, at)
      yield { of, account }
    }
    result.different.set(of.name, compareAll(record.entries, repeated, result))
    if (keeps(of.name)) result.accounts.push(account)
  }
  return result
}

/** What of an account's record comes before the entry `until`, and to whose time its clock then moves, if to any. */
function toPart(
  of: HistoryFileAccount,
  until: Until | undefined,
): { record: AccountRecord; at?: HistoryEntry | undefined } {
  if (until?.account !== of.name) return { record: toRecord(of, until?.item.order) }
  const record = toRecord(of)
  const entry = record.entries.find(({ order }) => order === until.item.order)
  // Nothing comes before the start of an account.
  if (entry === undefined) return { record: { ...record, entries: [] } }
  const { untilOrder, at } = placeBefore(findable(record.entries), entry)
  return {
    record: { ...record, entries: record.entries.filter(({ order }) => order < untilOrder) },
    at,
  }
}

/** Compares by id: in an edited file, what follows can move by an entry without another answer. */
function compareAll(
  recorded: readonly HistoryEntry[],
  repeated: Map<string, HistoryEntry>,
  result: FileReplay,
): string[] {
  const different: string[] = []
  let earlier: Differing | undefined
  for (const entry of recorded) {
    const id = toHistoryId(entry)
    const differences = compareEntries(entry, repeated.get(id))
    repeated.delete(id)
    const isEqual = differences.length === 0
    if (!isEqual) different.push(id)
    if (entry.type !== 'call' && entry.type !== 'mail') {
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
