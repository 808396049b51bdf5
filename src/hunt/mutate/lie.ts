import type { ApiResponse } from '../../contract/history/entry.ts'
import type { NewAlias } from '../../core/calls/new-alias.ts'
import type { Outcome } from '../../contract/outcomes.ts'
import type { Delivery } from '../../contract/deliveries.ts'
import type { DoubtName } from './doubts.ts'
import type { ServedCall } from './served-call.ts'

/** The response that is sent in place of the true answer. */
export type ChangedAnswer = { readonly response: ApiResponse; readonly delivery?: Delivery }

/** One lie in one run, with what it remembers of the calls so far. */
export type LieInRun = {
  /** Looks at each call, whatever its outcome, before it is answered. */
  see?(call: ServedCall): void
  /** Changes the answer to a call with one of the outcomes of the lie; undefined leaves it. */
  answer?(call: ServedCall): ChangedAnswer | undefined
  /** Returns the alias to store in place of the requested one. */
  create?: (requested: NewAlias) => NewAlias
  /** Could the client tell by now? Default: as soon as an answer was changed. */
  isApplied?(): boolean
}

/** One way in which the service breaks its document. */
export type Lie = {
  readonly id: string
  /** The topic of the lie, such as `paging`. */
  readonly subject: string
  /** The outcomes whose answers it changes. */
  readonly outcomes: readonly Outcome[]
  /** The behaviour of the service; it follows "the service". */
  readonly does: string
  /** The harm to users if nobody notices: a sentence. */
  readonly harm: string
  /** The steps and the expectation of a test that notices the lie: a sentence, without a subject. */
  readonly test: string
  /** 1 is tried first: users lose aliases, mail or money; 2: they get an error; 3: they see something wrong. */
  readonly worth: 1 | 2 | 3
  /** Calls that get one of the outcomes are let through instead. */
  readonly spares?: true
  /** The case in which a client cannot tell, and how that is found out. */
  readonly doubt?: DoubtName
  readonly begin: () => LieInRun
}

/** A lie in the table of its subject, which has them by their ids. */
export type LieRow = Omit<Lie, 'id' | 'subject'>
export type LieRows = Readonly<Record<string, LieRow>>

/** A lie that changes each answer in the same way and remembers nothing. */
export function always(answer: NonNullable<LieInRun['answer']>): Lie['begin'] {
  return () => ({ answer })
}
