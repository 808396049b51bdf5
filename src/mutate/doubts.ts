/**
 * Categories of equivalence: why a client may be unable to tell a lie from the truth. Only some of them can
 * be seen in the calls; for the others the user has to say so, and until then the lie counts as not noticed.
 */
export type Doubt = {
  /** When the client cannot tell; a sentence if the calls show it, else the kind of client. */
  readonly when: string
  /** Do calls that are the same as without the lie show it? */
  readonly isSeenInCalls: boolean
}

export const doubts = {
  other_signal: {
    when: 'The client goes by the other of next_cursor and has_more: its calls were the same.',
    isSeenInCalls: true,
  },
  any_success: {
    when: 'The client takes every 2xx for success: its calls were the same.',
    isSeenInCalls: true,
  },
  status_only: {
    when: 'A client that goes by the status alone, as the document allows',
    isSeenInCalls: false,
  },
  same_reaction: {
    when: 'A client that reacts to both statuses in the same way, on purpose',
    isSeenInCalls: false,
  },
  never_waits: {
    when: 'A client that never waits, and never tells its caller how long to wait',
    isSeenInCalls: false,
  },
  unread_field: { when: 'A client that never reads this field', isSeenInCalls: false },
} as const satisfies Record<string, Doubt>

export type DoubtName = keyof typeof doubts
