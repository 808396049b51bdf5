import type { Entry } from './types.ts'

/** A history as a file holds it, for `JSON.stringify`. docs/history.md describes all of its fields. */
export type HistoryFile = {
  readonly format: 'alias-sandbox-history'
  readonly version: number
  readonly accounts: readonly {
    readonly name: string
    /** How the account was before the first item. */
    readonly start: object
    readonly history: readonly (Pick<Entry, 'order' | 'type' | 'id'> & object)[]
  }[]
}
