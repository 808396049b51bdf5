import type { Entry, RequestEntry } from '../../contract/history/entry.ts'
import { requestBytes, responseBytes, sum, textBytes, valueBytes } from '../sizes/bytes.ts'

const CALL_BYTES = 1_000
const ENTRY_BYTES = 300
const CHECK_BYTES = 100

/** About how much memory an entry takes. */
export function entryBytes(entry: Entry): number {
  switch (entry.type) {
    case 'call':
      return callBytes(entry)
    case 'action':
    case 'mail':
      return ENTRY_BYTES + valueBytes(entry.arguments) + valueBytes(entry.result ?? entry.refused)
    case 'event':
      return ENTRY_BYTES + valueBytes(entry.details)
    case 'start':
      return ENTRY_BYTES + valueBytes(entry.choices)
    case 'undo':
      return ENTRY_BYTES
  }
}

function callBytes({ request, response, why, checks, refused }: RequestEntry): number {
  const details = sum(checks, ({ detail = '' }) => CHECK_BYTES + 2 * detail.length)
  const said = textBytes(why) + details + (refused ? valueBytes(refused) : 0)
  return CALL_BYTES + requestBytes(request) + responseBytes(response) + said
}
