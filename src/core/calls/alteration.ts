import type { ApiRequest } from '../../contract/api-message.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Account } from '../account/account.ts'
import type { ErrorName } from '../../contract/errors.ts'
import type { Spares } from './call.ts'
import type { CallResult } from './call-result.ts'
import type { NewAlias } from './new-alias.ts'

/** A call that was served, and what would be sent. */
export type ServedCall = {
  readonly account: Account
  readonly request: ApiRequest
  /** null for paths and methods that the document does not define. */
  readonly operation: Operation | null
  readonly result: CallResult
  /** The refusal that an alteration kept from this call. */
  readonly spared?: ErrorName | undefined
}

/**
 * Makes the service break its own document, for all accounts of a sandbox. What it changes is recorded as it
 * was sent; predictions and repeated histories show what the document asks for.
 */
export type Alteration = {
  /** The result to record and to send; `call.result` itself may be shared, so it must not be changed. */
  readonly answer?: ((call: ServedCall) => CallResult) | undefined
  /** Lets a call through that a check is about to refuse. It must depend on nothing else, either. */
  readonly spares?: Spares | undefined
  /** What to store in place of a requested alias. It must depend on nothing else, because a rewind repeats it. */
  readonly create?: ((requested: NewAlias) => NewAlias) | undefined
}
