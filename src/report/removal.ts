import type { Entry, RequestEntry } from '../contract/history/entry.ts'
import { isAction } from '../contract/history/entry-types.ts'
import { parsed } from './rule.ts'

/** Did this action or event remove the alias that the call had made, or use it up? */
export function isRemovedBy(entry: Entry, { effect, request }: RequestEntry): boolean {
  if (effect?.kind !== 'created') return false
  if (entry.type === 'event') {
    return entry.event === 'alias_expired' && entry.details['id'] === effect.alias
  }
  if (!isAction(entry) || !entry.result) return false
  const result = entry.result as { id?: unknown; alias?: unknown; outcome?: unknown }
  if (entry.action === 'delete_alias') return result.id === effect.alias
  if (parsed(request.body)['single_use'] !== true) return false
  if (entry.action === 'forward_message') return result.id === effect.alias
  return (
    entry.action === 'deliver_mail' &&
    result.outcome === 'forwarded' &&
    result.alias === effect.alias
  )
}
