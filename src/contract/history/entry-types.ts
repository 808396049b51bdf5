/** The kinds of entries of a history. */
export const historyTypes = ['start', 'call', 'action', 'event', 'rewind'] as const
export type HistoryType = (typeof historyTypes)[number]

/** The prefix of the ids of each type. */
export const historyPrefixes = {
  call: 'req',
  action: 'act',
  event: 'evt',
  start: 'start',
  rewind: 'rewind',
} as const satisfies Record<HistoryType, string>

export const startReasons = ['started', 'restored', 'rolled_back', 'forked'] as const
