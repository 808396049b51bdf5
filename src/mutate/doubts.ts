import { isSameCalls, type CallCounts } from './count-calls.ts'

/**
 * Categories of equivalence: why a client may be unable to tell a lie from the truth. Only some of them can
 * be seen in the calls; for the others the user has to say so, and until then the lie counts as not noticed.
 */
export type Doubt = {
  /** A sentence if the calls show it, else the kind of client. */
  readonly when: string
  /** Do the calls under the lie show it, compared with the usual ones? Absent: it cannot be known. */
  readonly isSeen?: (calls: CallCounts, usual: CallCounts) => boolean
}

export const doubts: Readonly<Record<DoubtName, Doubt>> = {
  other_signal: {
    when: 'The client goes by the other of next_cursor and has_more: its calls were the same.',
    isSeen: isSameCalls,
  },
  any_success: {
    when: 'The client takes every 2xx for success: its calls were the same.',
    isSeen: isSameCalls,
  },
  recovered: {
    when: 'A client that looks for the alias in the list, and does not create it again',
  },
  status_only: { when: 'A client that goes by the status alone, as the document allows' },
  same_reaction: { when: 'A client that reacts to both statuses in the same way, on purpose' },
  never_waits: { when: 'A client that never waits, and never tells its caller how long to wait' },
  unread_field: { when: 'A client that never reads this field' },
}

export type DoubtName =
  | 'other_signal'
  | 'any_success'
  | 'recovered'
  | 'status_only'
  | 'same_reaction'
  | 'never_waits'
  | 'unread_field'
