import type { RequestEntry } from '../../../contract/history/entry.ts'
import { parsed } from '../../../report/rule.ts'

/** Returns the kind of a call, without its values: `list`, `next page`, `create expires_at label`. */
export function kindOfCall({ operation, request }: RequestEntry): string {
  if (operation === 'list') return /(?:^|&)last_key=/.test(request.query) ? 'next page' : 'list'
  if (operation === null) return 'other'
  return [operation, ...Object.keys(parsed(request.body)).toSorted()].join(' ')
}
