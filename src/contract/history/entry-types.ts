/** The kinds of entries of a history. */
export const historyTypes = ['start', 'call', 'action', 'mail', 'event', 'undo'] as const
export type HistoryType = (typeof historyTypes)[number]

/** The prefix of the ids of each type. */
export const historyPrefixes = {
  call: 'req',
  action: 'act',
  mail: 'mail',
  event: 'evt',
  start: 'start',
  undo: 'undo',
} as const satisfies Record<HistoryType, string>

/** The id of the entry of a type with this number. */
export function entryId(type: HistoryType, number: number): string {
  return `${historyPrefixes[type]}_${number}`
}

/** An object with a field for each type. */
export function eachHistoryType<Value>(make: () => Value): Record<HistoryType, Value> {
  const fields = historyTypes.map((type) => [type, make()])
  return Object.fromEntries(fields) as Record<HistoryType, Value>
}

/** An id of an entry, as the source of a regular expression. */
export const HISTORY_ID = `(?:${Object.values(historyPrefixes).join('|')})_[1-9]\\d{0,14}`

/** The action that delivers a mail: its entries are of a type of their own. */
export const MAIL_ACTION = 'deliver_mail'

/** The types of the entries that actions make. */
export type ActionType = 'action' | 'mail'

/** The type of the entry that an action makes. */
export function actionType(action: string): ActionType {
  return action === MAIL_ACTION ? 'mail' : 'action'
}

/** Is it the entry of an action, such as the delivery of a mail? */
export function isAction<Entry extends { type: HistoryType }>(
  entry: Entry,
): entry is Extract<Entry, { type: ActionType }> {
  return entry.type === 'action' || entry.type === 'mail'
}

export const startReasons = ['started', 'restored', 'rolled_back', 'forked'] as const

/** The number in the id of an entry, such as 12 in `req_12`. */
export function numberOf({ id }: { id: string }): number {
  return Number(id.slice(id.lastIndexOf('_') + 1))
}

/** The time of an entry in milliseconds. */
export function msOf(time: string): number {
  return Date.parse(time)
}
