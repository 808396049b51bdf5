/**
 * Categories of equivalence: why a client may be unable to tell a lie from the truth. Only some of them can
 * be seen in the calls; for the others the user has to say so, and until then the lie counts as not noticed.
 */
export type Doubt = {
  /** When the client cannot begin: a sentence. */
  readonly when: string
  /** Do calls that are the same as without the lie show it? */
  readonly isSeenInCalls: boolean
}

export const doubts = {
  other_signal: {
    when: 'The client goes by the other of next_cursor and has_more, and made the same calls.',
    isSeenInCalls: true,
  },
  any_success: {
    when: 'The client takes every 2xx as success, and made the same calls.',
    isSeenInCalls: true,
  },
  status_only: {
    when: 'The client goes by the status alone and never reads this body, as the document allows.',
    isSeenInCalls: false,
  },
  same_reaction: {
    when: 'The client reacts to both statuses in the same way, on purpose.',
    isSeenInCalls: false,
  },
  never_waits: {
    when: 'The client never waits by itself and never tells its caller how long to wait.',
    isSeenInCalls: false,
  },
  unread_field: { when: 'The client never reads this field.', isSeenInCalls: false },
} as const satisfies Record<string, Doubt>

export type DoubtName = keyof typeof doubts
