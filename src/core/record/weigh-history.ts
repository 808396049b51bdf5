import type { Entry } from './entry.ts'
import type { HistoryEntry } from './history-entry.ts'
import { valueBytes } from '../memory/weight.ts'

/** An entry that is not a call, without its values. */
const OTHER_BYTES = 300

/** Memory that an entry other than a call needs, in bytes. */
export function weighOther(entry: Exclude<HistoryEntry, Entry>): number {
  switch (entry.type) {
    case 'action':
      return OTHER_BYTES + valueBytes(entry.arguments) + valueBytes(entry.result ?? entry.refused)
    case 'event':
      return OTHER_BYTES + valueBytes(entry.details)
    case 'start':
      return OTHER_BYTES + valueBytes(entry.choices)
    case 'rewind':
      return OTHER_BYTES
  }
}
