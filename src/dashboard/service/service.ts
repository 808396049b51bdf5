import type { Fetch } from '../../client/client-options.ts'
import type { Entry } from './types.ts'

/** All that the dashboard needs of a sandbox, which may be behind a port or in the same page. */
export interface Service {
  /** Sends a request to the control API. */
  fetch: Fetch
  /** Tells of what happens, until the returned function is called. */
  changes: (listener: (change: Change) => void) => () => void
}

/** Something that happened in the sandbox, or to the connection with it. */
export type Change =
  | { type: 'entry'; entry: ToldEntry }
  /** Accounts were made or deleted, or an inbox was emptied. */
  | { type: 'accounts' }
  /** Anything may have changed: a session was loaded, or changes were missed. */
  | { type: 'everything' }
  /** The connection stands; `isAnother` if another sandbox has taken the place of the one before. */
  | { type: 'live'; isAnother: boolean }
  | { type: 'lost' }
  /** The sandbox does not accept the control token. */
  | { type: 'refused' }

/** An entry of a history; of a large one only its place. */
export type ToldEntry = Entry | (Pick<Entry, 'order' | 'account'> & { too_large: true })
