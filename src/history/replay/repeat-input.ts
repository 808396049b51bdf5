import type {
  Entry,
  PerformedEntry,
  RequestEntry,
  UndoEntry,
} from '../../contract/history/entry.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import { KEY_FIELD } from '../../contract/refused-value.ts'
import { isAction, msOf } from '../../contract/history/entry-types.ts'
import type { Account } from '../../core/account/account.ts'
import { checkKey } from '../../core/account/keys.ts'
import { setClock } from '../../core/clock/clock.ts'
import { receiveCall } from '../../core/inputs/receive-call.ts'
import {
  performAndRecord,
  recordAgain,
  resetWhole,
  syncAndRecord,
} from '../../core/inputs/recording.ts'
import type { ReplayHost } from './replay-host.ts'

/** Moves the account's clock to the time of an entry, with all that happens until then. */
export function moveTo(account: Account, entry: Entry): void {
  const arrivedAt = entry.type === 'call' ? entry.arrived_at : undefined
  moveClock(account, { at: arrivedAt ?? entry.at, real_at: entry.real_at })
}

/** Moves it to a time of the account, at a time of the machine. */
export function moveClock(account: Account, { at, real_at }: Pick<Entry, 'at' | 'real_at'>): void {
  setClock(account.state.clock, msOf(at), msOf(real_at))
  syncAndRecord(account, msOf(real_at))
}

/** Makes a recorded call again, at its recorded times. */
export function repeatCall(account: Account, host: ReplayHost, call: RequestEntry): RequestEntry {
  host.expect(call)
  moveTo(account, call)
  const { request, key, real_at, arrived, connection } = call
  const check = () => (key.bearer === undefined ? key : checkKey(account, key.bearer))
  const arrival = { machineMs: msOf(real_at), arrived, connection }
  return asRecorded(receiveCall(account, request, check, arrival, host.manner), call)
}

/** Of a shortened request, only the record still says what was wrong with it. */
function asRecorded(repeated: RequestEntry, recorded: RequestEntry): RequestEntry {
  const isOfRequest = ({ refused }: RequestEntry) => refused !== null && refused.field !== KEY_FIELD
  const shortened = recorded.request.shortened === true
  if (!shortened || !isOfRequest(recorded) || !isOfRequest(repeated)) return repeated
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
export function repeatAction(account: Account, host: ReplayHost, input: PerformedEntry): void {
  host.expect(input)
  moveTo(account, input)
  const { real_at, action, arguments: args, origin } = input
  try {
    if (input.shortened) recordAgain(account, input)
    else if (input.whole_sandbox) repeatWholeReset(account, host, input)
    else performAndRecord(account, { action, args, origin }, msOf(real_at))
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
  }
}

/** As in the sandbox, all keys may be drawn again. */
function repeatWholeReset(
  account: Account,
  { keys }: ReplayHost,
  { real_at, origin }: PerformedEntry,
): void {
  keys.unregister(account)
  try {
    resetWhole(account, msOf(real_at), origin)
  } finally {
    keys.register(account)
  }
}

/** An input that an account receives from outside after its start. All else in a history follows from inputs. */
export type Input = RequestEntry | PerformedEntry | UndoEntry

export function isInput(entry: Entry): entry is Input {
  if (isAction(entry)) return entry.origin !== 'timeline'
  return entry.type === 'call' || entry.type === 'undo'
}
