import { ActionError } from '../../contract/action-error.ts'
import type { Account } from '../account/account.ts'
import type { Entry } from '../record/entry.ts'
import type { ActionEntry, HistoryEntry, RewindEntry } from '../record/history-entry.ts'
import { answerAgain, moveTo } from './answer-again.ts'
import { performAndRecord, resetWhole } from './recording.ts'
import type { ReplayHost } from './replay-host.ts'
import { rewindAccount } from './rewind.ts'

/** What an account receives from outside after its start. All else in a history follows from it. */
export type Input = Entry | ActionEntry | RewindEntry

export function isInput(entry: HistoryEntry): entry is Input {
  if (entry.type === 'action') return entry.origin !== 'timeline'
  return entry.type === 'call' || entry.type === 'rewind'
}

/** Applies an input at its recorded times; the account's history records what it does. */
export function applyInput(account: Account, host: ReplayHost, input: Input): void {
  if (input.type === 'call') {
    answerAgain(account, host, input)
    return
  }
  host.expect(input)
  moveTo(account, input)
  try {
    if (input.type === 'rewind') rewindAccount(account, host, input)
    else performAgain(account, input)
  } catch (error) {
    // A refusal of an action is recorded like the first one; a rewind that fails changes nothing.
    if (!(error instanceof ActionError)) throw error
  }
}

function performAgain(account: Account, input: ActionEntry): void {
  const { machineMs, action, arguments: args, origin, isWholeReset } = input
  if (isWholeReset) resetWhole(account, machineMs, origin)
  else performAndRecord(account, { action, args, origin }, machineMs)
}
