import type { Entry } from '../../contract/history/entry.ts'
import { isAction } from '../../contract/history/entry-types.ts'

/** A history, as far as one looks for entries in it. */
export type Entries = {
  /** Oldest first. */
  entries(): readonly Entry[]
  find(id: string): Entry | undefined
}

/** Entries that are in no history, as a history finds them. */
export function findable(entries: readonly Entry[]): Entries {
  return { entries: () => entries, find: (id) => entries.find((entry) => entry.id === id) }
}

/** The action during which an event happened, or a timeline's step; otherwise the entry itself. */
export function causeOf(history: Entries, entry: Entry): Entry {
  // A step follows the event that tells of it.
  const event = isStep(entry) ? history.entries().findLast((each) => tells(each, entry)) : entry
  if (event?.type !== 'event') return entry
  return (event.during === null ? undefined : history.find(event.during)) ?? event
}

/** The order of the first entry that a cause brought about: steps of a timeline at a call stand before that call. */
export function beginningOf(history: Entries, cause: Entry): number {
  const entries = history.entries()
  const id = cause.id
  let beginning = cause.order
  for (let at = entries.lastIndexOf(cause) - 1; at >= 0; at -= 1) {
    const each = entries[at]!
    if (each.type === 'event' && each.during === id) beginning = each.order
    else if (!isStep(each)) break
  }
  return beginning
}

function isStep(entry: Entry): boolean {
  return isAction(entry) && entry.origin === 'timeline'
}

function tells(each: Entry, step: Entry): boolean {
  return each.type === 'event' && each.order < step.order
}
