import type { HistoryItem } from '../contract/history/shapes.ts'

/** A history as a file holds it, for `JSON.stringify`. docs/history.md describes all of its fields. */
export type HistoryFile = {
  readonly format: 'alias-sandbox-history'
  readonly version: number
  readonly accounts: readonly {
    readonly name: string
    /** How the account was before the first item. */
    readonly start: object
    readonly history: readonly (Pick<HistoryItem, 'order' | 'type' | 'id'> & object)[]
  }[]
}

export type ReplayOptions = {
  /** The entry before which the replay ends, such as `default/req_12`. Default: it goes to the end. */
  until?: string
  /** Also creates an account in the state that was reached. Default name: generated. */
  create?: { name?: string }
}
