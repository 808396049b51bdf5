import type { HistoryFile, HistoryFileItem } from '../contract/history-file.ts'
import type { Account } from '../core/account/account.ts'
import { moveTo } from '../core/replay/repeat-input.ts'
import { compareEntries, type Difference } from '../core/replay/compare-entries.ts'
import { Replay } from '../core/replay/replay.ts'
import type { ReplaySource } from '../core/replay/replay-host.ts'
import { toHistoryId, type HistoryEntry } from '../core/record/history-entry.ts'
import { toEntry } from './items.ts'
import { sourceOf, toRecord } from './records.ts'

/** The outcome of replaying a file. */
export type FileReplay = {
  /** Number of answers that were compared, and of those that were equal. */
  answers: number
  equal: number
  /** The first answer that differs, and what differed before it in the same account. */
  first: { answer: Differing; earlier: Differing | undefined } | undefined
  /** The accounts as they are then, if they were asked for. */
  accounts: Account[]
}

/** An entry of which the recorded and the repeated one differ. */
export type Differing = { entry: HistoryEntry; differences: readonly Difference[] }

/** The entry before which a replay ends. */
export type Until = { account: string; item: HistoryFileItem }

/**
 * Replays every account of a file, up to but without the entry `until`, at whose time its account then is.
 * @throws ActionError when an account cannot start as the file says.
 */
export function replayFile(
  file: HistoryFile,
  sampleTexts: ReplaySource['sampleTexts'],
  { until, keepsAccounts = false }: { until?: Until | undefined; keepsAccounts?: boolean } = {},
): FileReplay {
  const source = sourceOf(file, sampleTexts)
  const result: FileReplay = { answers: 0, equal: 0, first: undefined, accounts: [] }
  for (const fileAccount of file.accounts) {
    const record = toRecord(fileAccount, until?.item.order)
    const replay = new Replay(record, source)
    const repeated = new Map<string, HistoryEntry>()
    for (const { replayed } of replay.run()) {
      if (replayed) repeated.set(toHistoryId(replayed), replayed)
    }
    if (until?.account === fileAccount.name) {
      moveTo(replay.account, toEntry(until.item, until.account))
    }
    compareAll(record.entries, repeated, result)
    // One account can be large, so the others can be collected.
    if (keepsAccounts) result.accounts.push(replay.account)
  }
  return result
}

/** Compares by id: in an edited file, what follows can move by an entry without another answer. */
function compareAll(
  recorded: readonly HistoryEntry[],
  repeated: ReadonlyMap<string, HistoryEntry>,
  result: FileReplay,
): void {
  let earlier: Differing | undefined
  for (const entry of recorded) {
    const differences = compareEntries(entry, repeated.get(toHistoryId(entry)))
    const isEqual = differences.length === 0
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
}
