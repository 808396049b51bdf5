import type { ApiRequest } from '../contract/api-message.ts'
import type { Account } from './account/account.ts'
import type { Performed } from './actions/run-action.ts'

/** A call that was received and is not answered yet. */
export type PendingCall = {
  /** Counts the calls of the sandbox from 1, whichever account they are for. */
  number: number
  /** The account of the key that was sent; `default` if there is none. */
  account: Account
  request: ApiRequest
  machineMs: number
  /**
   * Performs an action on the account and records it just before the call.
   * @throws ActionError when it is refused.
   */
  perform: (action: string, args: object) => Performed
}

/** Called with each call of `/v1` before it is answered. */
export type BeforeCall = (call: PendingCall) => void

type Perform = (account: Account, action: string, args: unknown, machineMs: number) => Performed

/** Counts the calls of a sandbox and passes each to `beforeCall`. */
export function makeBeforeCall(beforeCall: BeforeCall | undefined, perform: Perform) {
  if (!beforeCall) return undefined
  let number = 0
  return (account: Account, request: ApiRequest, machineMs: number): void => {
    number += 1
    beforeCall({
      number,
      account,
      request,
      machineMs,
      perform: (action, args) => perform(account, action, args, machineMs),
    })
  }
}
