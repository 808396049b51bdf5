import type { DeliveryTime } from '../contract/deliveries.ts'
import type { FaultArguments, FaultKind } from '../contract/faults.ts'

/** The facts about an answer that a sentence about it needs. */
export type AnswerFacts = Readonly<{
  status: number
  /** Was an alias made all the same? */
  isMade: boolean
  /** The wait that the answer requested; 0 for none. */
  waitSeconds: number
}>

/** How a call can end, in words. */
export type OutcomeRow = {
  /** The label for somebody who tests by hand. */
  label: string
  /** Describes the answer, as a sentence of a history. Empty for an answer that a client expects. */
  told: (answer: AnswerFacts) => string
}

/** An armed fault, or the arguments that arm one. */
export type FaultWords = Readonly<
  {
    kind: FaultKind
    operation?: string | undefined
    times?: number | string | undefined
    skip?: number | undefined
    for?: string | number | undefined
  } & { [Name in keyof FaultArguments]?: FaultArguments[Name] | undefined }
>

/** A kind of fault in words. */
export type FaultRow = {
  group: 'error' | 'lost' | 'broken'
  /** Set if only creations can meet it. */
  isOnlyForCreations?: true
  /** The field of a predicted call with the time that the fault takes, if it leaves the outcome as it is. */
  takes?: DeliveryTime
  /** The things that it affects, where they are not calls. */
  nouns?: readonly [one: string, many: string]
  /** Describes the effect on a call: the form for one, and the form for several. */
  does: (fault: FaultWords) => readonly [one: string, many: string]
}
