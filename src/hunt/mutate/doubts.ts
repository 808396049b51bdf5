import { isSameCalls, type CallCounts } from './count-calls.ts'

/**
 * Categories of equivalence: why a client may be unable to tell a lie from the truth. Only some of them can
 * be seen in the calls; for the others the user has to say so, and until then the lie counts as not noticed.
 */
export type Doubt = {
  /** The behaviour of such a client; it follows "the client". */
  readonly when: string
  /** Do the calls under the lie show it, compared with the usual ones? Absent: it cannot be known. */
  readonly isSeen?: (calls: CallCounts, usual: CallCounts) => boolean
}

export const doubts = {
  other_signal: { when: 'goes by the other of next_cursor and has_more', isSeen: isSameCalls },
  any_success: { when: 'takes every 2xx for success', isSeen: isSameCalls },
  missing_is_null: { when: 'takes a missing next_cursor for null', isSeen: isSameCalls },
  recovered: { when: 'looks for the alias in the list, and does not create it again' },
  status_only: { when: 'goes by the status alone, as the document allows' },
  same_reaction: { when: 'reacts to both statuses in the same way, on purpose' },
  never_waits: { when: 'never waits, and never tells its caller how long to wait' },
  unread_field: { when: 'never reads this field' },
} satisfies Record<string, Doubt>

export type DoubtName = keyof typeof doubts
