import type { Entry } from './types.ts'

/** Sends a request to a sandbox, which may be behind a port or in the same page. */
export type Send = (url: string, init?: RequestInit) => Promise<Response>

/** A sandbox that tells of what happens. */
export type Source = {
  /** The beginning of its URLs. */
  url: string
  /** The control token, if it requires one. */
  token: string | undefined
  send: Send
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
