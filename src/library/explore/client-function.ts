import type { Account } from '../../client/account.ts'

/** A client in this process. `signal` says that its run was stopped. */
export type ClientFunction = (account: Account, signal: AbortSignal) => unknown
