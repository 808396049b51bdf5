import type { Account } from '../account/account.ts'
import { checkKey } from '../account/keys.ts'
import { answerCall } from '../calls/handle-call.ts'
import { setClock } from '../clock/clock.ts'
import type { Entry } from '../record/entry.ts'
import type { HistoryEntry } from '../record/history-entry.ts'
import { syncAndRecord } from './recording.ts'
import type { ReplayHost } from './replay-host.ts'

/** Moves the account's clock to the time of an entry, with all that happens until then. */
export function moveTo(account: Account, { accountMs, machineMs }: HistoryEntry): void {
  setClock(account.state.clock, accountMs, machineMs)
  syncAndRecord(account, machineMs)
}

/** Makes a recorded call again, at its recorded times. */
export function answerAgain(account: Account, host: ReplayHost, call: Entry): Entry {
  host.expect(call)
  moveTo(account, call)
  const { request, key, machineMs } = call
  const check = key.bearer === undefined ? key : checkKey(account, key.bearer)
  return answerCall(account, request, check, machineMs)
}
