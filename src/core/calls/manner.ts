import type { ApiRequest } from '../../contract/history/entry.ts'
import type { ErrorName } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Account } from '../account/account.ts'
import type { CallResult } from './call-result.ts'
import type { NewAlias } from './new-alias.ts'

/** How the service answers: as documented, or in a way that breaks its document. The checks know nothing of it. */
export type Manner = {
  /** Returns the alias that is made of a request. */
  toMake: (requested: NewAlias) => NewAlias
  /** Lets a call through that a check is about to refuse. It must depend on nothing else, because an undo repeats it. */
  spares: (refusal: ErrorName) => boolean
  /** Returns the answer to record and send; `result` itself may be shared, so it must not be changed. */
  answer: (call: CallDone, result: CallResult) => CallResult
}

/** A call after its checks. */
export type CallDone = {
  readonly account: Account
  readonly request: ApiRequest
  /** null for paths and methods that the document does not define. */
  readonly operation: Operation | null
  /** The refusal that the manner spared it. */
  readonly spared: ErrorName | undefined
}

export const asDocumented: Manner = {
  toMake: (requested) => requested,
  spares: () => false,
  answer: (_call, result) => result,
}
