import type { Entry } from './types.ts'

/** A session, for `JSON.stringify`. docs/history.md describes all of its fields. */
export type Session = {
  readonly format: 'alias-sandbox-session'
  readonly version: number
  readonly accounts: readonly {
    readonly name: string
    /** The account before the first item. */
    readonly start: object
    readonly history: readonly (Pick<Entry, 'order' | 'type' | 'id'> & object)[]
  }[]
}
