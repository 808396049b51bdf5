import type { DeliveryTime } from '../contract/deliveries.ts'
import type { FaultArguments, FaultKind } from '../contract/faults.ts'

/** What a sentence about an answer needs to know. */
export type Told = Readonly<{
  status: number
  /** Was an alias made all the same? */
  isMade: boolean
  /** What the answer asked the client to wait; 0 if it asked for nothing. */
  waitSeconds: number
}>

/** How a call can end, in words. */
export type OutcomeRow = {
  /** What it means to somebody who tests by hand. */
  label: string
  /** What a client is answered: a sentence of a story. Empty for what a client expects. */
  told: (answer: Told) => string
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

/** What can go wrong, in words. */
export type FaultRow = {
  group: 'error' | 'lost' | 'broken'
  /** Set if only creations can meet it. */
  isOnlyForCreations?: true
  /** What a prediction of the next call has where the fault leaves its outcome as it is. */
  takes?: DeliveryTime
  /** What it happens to, where that is no call. */
  nouns?: readonly [one: string, many: string]
  /** What happens to a call: the form for one, and the form for several. */
  does: (fault: FaultWords) => readonly [one: string, many: string]
}
