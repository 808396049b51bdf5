import { ActionError } from '../../contract/control/action-error.ts'
import { KEY_FIELD } from '../../contract/refused-value.ts'
import { isAction } from '../../contract/history/entry-types.ts'
import type { Account } from '../../core/account/account.ts'
import { checkKey } from '../../core/account/keys.ts'
import { setClock } from '../../core/clock/clock.ts'
import type { Entry } from '../../core/record/entry.ts'
import type { ActionEntry, HistoryEntry, RewindEntry } from '../../core/record/history-entry.ts'
import { receiveCall } from '../../core/inputs/receive-call.ts'
import { performAndRecord, recordAgain, resetWhole, syncAndRecord } from '../../core/inputs/recording.ts'
import type { ReplayHost } from './replay-host.ts'

/** Moves the account's clock to the time of an entry, with all that happens until then. */
export function moveTo(account: Account, entry: HistoryEntry): void {
  const { accountMs, machineMs } = entry
  const arrivedMs = entry.type === 'call' ? entry.arrivedMs : undefined
  setClock(account.state.clock, arrivedMs ?? accountMs, machineMs)
  syncAndRecord(account, machineMs)
}

/** Makes a recorded call again, at its recorded times. */
export function repeatCall(account: Account, host: ReplayHost, call: Entry): Entry {
  host.expect(call)
  moveTo(account, call)
  const { request, key, machineMs } = call
  const check = () => (key.bearer === undefined ? key : checkKey(account, key.bearer))
  return asRecorded(receiveCall(account, request, check, machineMs, host.manner), call)
}

/** Of a shortened request, only the record still says what was wrong with it. */
function asRecorded(repeated: Entry, recorded: Entry): Entry {
  const isOfRequest = ({ refused }: Entry) => refused != null && refused.field !== KEY_FIELD
  const isShortened = recorded.request.isShortened === true
  if (!isShortened || !isOfRequest(recorded) || !isOfRequest(repeated)) return repeated
  const { response, outcome, refused, checks, why, basis, source, choices } = recorded
  return Object.assign(repeated, {
    response,
    outcome,
    refused,
    checks,
    why,
    basis,
    source,
    choices,
  })
}

/** Performs a recorded action again, at its recorded times. A refusal is recorded like the first one. */
export function repeatAction(account: Account, host: ReplayHost, input: ActionEntry): void {
  host.expect(input)
  moveTo(account, input)
  const { machineMs, action, arguments: args, origin, isWholeReset } = input
  try {
    if (input.isShortened) recordAgain(account, input)
    else if (isWholeReset) repeatWholeReset(account, host, input)
    else performAndRecord(account, { action, args, origin }, machineMs)
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
  }
}

/** As in the sandbox, all keys may be drawn again. */
function repeatWholeReset(
  account: Account,
  { keys }: ReplayHost,
  { machineMs, origin }: ActionEntry,
): void {
  keys.unregister(account)
  try {
    resetWhole(account, machineMs, origin)
  } finally {
    keys.register(account)
  }
}

/** What an account receives from outside after its start. All else in a history follows from it. */
export type Input = Entry | ActionEntry | RewindEntry

export function isInput(entry: HistoryEntry): entry is Input {
  if (isAction(entry)) return entry.origin !== 'timeline'
  return entry.type === 'call' || entry.type === 'rewind'
}
