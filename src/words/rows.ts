import type { DelayTimes } from '../contract/delay-times.ts'
import type { FaultKind } from '../contract/faults.ts'

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
export type FaultWords = Readonly<{
  kind: FaultKind
  operation?: string | undefined
  times?: number | string | undefined
  skip?: number | undefined
  for?: string | number | undefined
  ms?: DelayTimes | undefined
  after?: boolean | undefined
  status?: number | undefined
  headers?: object | undefined
  body?: string | undefined
  json?: unknown
  retry_after?: number | undefined
}>

/** What can go wrong, in words. */
export type FaultRow = {
  group: 'error' | 'lost' | 'broken'
  /** Set if only creations can meet it. */
  isOnlyForCreations?: true
  /** What it happens to, where that is no call. */
  nouns?: readonly [one: string, many: string]
  /** What happens to a call: the form for one, and the form for several. */
  does: (fault: FaultWords) => readonly [one: string, many: string]
}
