import type { ApiRequest, ApiResponse, Effect } from '../../contract/history/entry.ts'
import { noEffect, type CallResult } from './call-result.ts'
import type { ErrorName } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Account } from '../account/account.ts'
import type { FaultHolder } from '../account/faults.ts'
import {
  endBurst,
  noteRefusedCall,
  noteRefusedCreation,
  spendBurst,
  spendDaily,
} from '../account/limits.ts'
import { nextShortWait, tellShortWait } from '../account/short-waits.ts'
import { createdResponse } from '../aliases/responses.ts'
import { resumeRandom, type Random } from '../random/random.ts'
import { addAlias, type NewAlias } from './new-alias.ts'

/**
 * The way of a call through its checks: it is made, and changes the account; or it is foretold, and leaves
 * no trace. A service that breaks its document is a manner, too. The checks are the same, and know nothing of it.
 */
export type Manner = {
  /** The tense of sentences. */
  tense: 'past' | 'coming'
  /** Draws the id of an alias. */
  random: (account: Account) => Random
  /** The faults whose use is counted. */
  faults: (account: Account) => FaultHolder
  spendBurst: (account: Account) => void
  spendDaily: (account: Account) => void
  /** Ends the burst window so many milliseconds from now. */
  endBurst: (account: Account, inMs: number) => void
  /** The short wait that the answer tells, in seconds. */
  shortWait: (account: Account) => number
  /** Remembers that a counted call was refused, or a creation. */
  noteRefusedCall: (account: Account) => void
  noteRefusedCreation: (account: Account) => void
  /** The number of the next message that varies. */
  nextMessage: (state: Account['state']) => number
  /** Adds the alias, and returns the answer. */
  create: (account: Account, id: string, requested: NewAlias) => ApiResponse
  effectOf: (alias: string) => Effect
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

export const made: Manner = {
  tense: 'past',
  random: ({ random }) => random,
  faults: ({ state }) => state,
  spendBurst,
  spendDaily,
  endBurst,
  shortWait: tellShortWait,
  noteRefusedCall,
  noteRefusedCreation,
  nextMessage: (state) => (state.messages_varied += 1),
  create: (account, id, requested) =>
    createdResponse(addAlias(account, id, requested), account.aliases.texts),
  effectOf: (alias) => ({ kind: 'created', alias }),
  spares: () => false,
  answer: (_call, result) => result,
}

const nothing = () => {}

/** A prediction has no body of its own: nobody reads it. */
export const foretold: Manner = {
  tense: 'coming',
  random: ({ random }) => resumeRandom(random.state()),
  faults: ({ state }) => ({ faults: state.faults }),
  spendBurst: nothing,
  spendDaily: nothing,
  endBurst: nothing,
  shortWait: nextShortWait,
  noteRefusedCall: nothing,
  noteRefusedCreation: nothing,
  nextMessage: ({ messages_varied: varied }) => varied + 1,
  create: () => ({ status: 200, headers: {}, body: '' }),
  effectOf: () => noEffect,
  spares: () => false,
  answer: (_call, result) => result,
}
