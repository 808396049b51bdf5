import type { Entry, RequestEntry } from '../../../contract/history/entry.ts'
import { ActionError, refuse } from '../../../contract/control/action-error.ts'
import { isAction } from '../../../contract/history/entry-types.ts'
import type { Session, SessionAccount } from '../../../contract/session/session.ts'
import type { Snapshot } from '../../../core/account/snapshot.ts'
import { compareAnswers } from '../../replay/compare-entries.ts'
import { isInput } from '../../replay/repeat-input.ts'
import { Replay } from '../../replay/replay.ts'
import type { ReplaySource } from '../../replay/replay-host.ts'
import { sourceOf } from '../../session/source-of.ts'
import { lineOf, type Line } from '../line.ts'
import { shrink } from '../shrink.ts'

/** Most work that is done to make a file small: an input counts once, an action more the more aliases there are. */
const MAX_WORK = 20_000
/** An action can concern all aliases; so many take about as long as one call. */
const ALIASES_PER_INPUT = 100

/** The smallest file that could be found in which a call gets the very same answer. */
export type BugFile = {
  file: Session
  id: string
  /** Whether the work ended before everything was tried that could make it smaller. */
  isCutShort: boolean
}

/**
 * Leaves out of the history what the answer to its last call does not depend on.
 * @throws ActionError 409 when the answer depends on something outside the account.
 */
export async function toBugFile(
  file: Session,
  id: string,
  sampleTexts: ReplaySource['sampleTexts'],
): Promise<BugFile> {
  const account = file.accounts[0]!
  const source = sourceOf(file, sampleTexts)
  const line = lineOf(account)
  const whole = inputsOf(account, line)
  const inputs = whole.history
  const call = inputs.at(-1)
  if (call?.type !== 'call')
    throw new ActionError(404, `the history does not end with request ${id}`)
  const started = Replay.start({ ...whole, history: [] }, source).account.snapshot()
  const before = inputs.slice(0, -1)
  const all = played({ ...whole, history: inputs }, source, started)
  if (!isSameAnswer(call, lastCall(all))) {
    const message = `the answer to ${account.name}/${id} depends on more than the history of the account`
    refuse('not_repeatable', message)
  }
  const perAction = 1 + all.account.aliases.size / ALIASES_PER_INPUT
  let work = 0
  const holds = (rest: readonly Entry[]) => {
    if (work > MAX_WORK) return false
    for (const item of rest) work += isAction(item) ? perAction : 1
    const replay = played({ ...whole, history: [...rest, call] }, source, started)
    return isSameAnswer(call, lastCall(replay))
  }
  const entries = [...(await shrink(before, holds)), call]
  const replay = played({ ...whole, history: entries }, source, started)
  const repeated = replay.account.history.entries().filter(isInput)
  const smallest = { name: whole.name, start: whole.start, history: repeated }
  return {
    file: withAccount(file, smallest),
    id: smallest.history.at(-1)!.id,
    isCutShort: work > MAX_WORK,
  }
}

/** The inputs that led to the end of the history, from where they can be repeated. */
function inputsOf(account: SessionAccount, line: Line): SessionAccount {
  const orders = new Set(line.beats.map(({ order }) => order))
  const history = account.history.filter(({ order }) => orders.has(order))
  return { ...account, history, until: undefined }
}

function played(of: SessionAccount, source: ReplaySource, started: Snapshot): Replay {
  const replay = Replay.start(of, source, started)
  for (const _entry of replay.run());
  return replay
}

/** The last call that was repeated, if nothing else was repeated after it. */
function lastCall({ account }: Replay): RequestEntry | undefined {
  const last = account.history.entries().findLast(isInput)
  return last?.type === 'call' ? last : undefined
}

function isSameAnswer(call: RequestEntry, other: RequestEntry | undefined): boolean {
  if (other === undefined || other.at !== call.at) return false
  return compareAnswers(call, other).length === 0
}

/** Only the scenarios that the account still loads stay. */
function withAccount({ scenarios = {}, ...file }: Session, account: SessionAccount): Session {
  const text = JSON.stringify(account.history)
  const used = Object.entries(scenarios).filter(([name]) => text.includes(JSON.stringify(name)))
  return {
    ...file,
    ...(used.length > 0 && { scenarios: Object.fromEntries(used) }),
    accounts: [account],
  }
}
