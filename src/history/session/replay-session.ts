import type { Entry } from '../../contract/history/entry.ts'
import type { ReplayFirst } from '../../contract/control/history-shapes.ts'
import type { Session, SessionAccount } from '../../contract/session/session.ts'
import type { Account } from '../../core/account/account.ts'
import { compareEntries } from '../replay/compare-entries.ts'
import { Replay, type ReplayedEntry } from '../replay/replay.ts'
import type { ReplaySource } from '../replay/replay-host.ts'
import { toDifferingJson, type Mismatch } from './differences.ts'
import { sourceOf } from './source-of.ts'

/** The outcome of replaying a file. */
export type SessionReplay = {
  /** Number of answers, to calls and mails, that were compared, and of those that were equal. */
  answers: number
  equal: number
  /** The first answer that differs, and what differed before it in the same account. */
  first: { answer: Mismatch; earlier: Mismatch | undefined } | undefined
  /** By account: the ids of the entries that differ. */
  different: Map<string, string[]>
}

/** The first answer of a replay that differs, for programs. */
export function toFirstJson({ first }: SessionReplay): ReplayFirst | null {
  if (first === undefined) return null
  const { answer, earlier } = first
  return { ...toDifferingJson(answer), ...(earlier && { earlier: toDifferingJson(earlier) }) }
}

/** Replays every account of a file. @throws ActionError when an account cannot start as the file says. */
export function replaySession(
  file: Session,
  sampleTexts: ReplaySource['sampleTexts'],
): SessionReplay {
  return finish(replaySteps(file, sourceOf(file, sampleTexts)))
}

/** Takes all steps, and returns what they led to. */
export function finish<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** A step in an account, and the account as it is by then. */
export type ReplayStep = {
  of: SessionAccount
  account: Account
  /** The repeated entry. Absent at the start of the account. */
  entry?: ReplayedEntry
}

/** Replays the file and yields each step, so that repeated entries need not be kept. @throws ActionError */
export function* replaySteps(
  file: Session,
  source: ReplaySource,
): Generator<ReplayStep, SessionReplay> {
  const result: SessionReplay = { answers: 0, equal: 0, first: undefined, different: new Map() }
  for (const of of file.accounts) {
    const replay = Replay.start(of, source)
    const { account } = replay
    yield { of, account }
    const repeated = new Map<string, Entry>()
    for (const entry of replay.run()) {
      if (entry.replayed) repeated.set(entry.replayed.id, entry.replayed)
      yield { of, account, entry }
    }
    result.different.set(of.name, compareAll(replay.recorded, repeated, result))
  }
  return result
}

/** Compares by id: in an edited file, what follows can move by an entry without another answer. */
function compareAll(
  recorded: readonly Entry[],
  repeated: Map<string, Entry>,
  result: SessionReplay,
): string[] {
  const different: string[] = []
  let earlier: Mismatch | undefined
  for (const entry of recorded) {
    const id = entry.id
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
  // Entries that were not recorded differ, too.
  return [...different, ...repeated.keys()]
}
