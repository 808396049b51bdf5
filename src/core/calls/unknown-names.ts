import { MAX_REFUSED_FIELD } from '../../contract/refused-value.ts'
import { formatJson as formatValue } from '../../contract/values/invalid-choice.ts'
import { nearestOf } from '../../contract/values/nearest.ts'
import { maskBeginning } from '../../text/mask.ts'
import type { Call } from './call.ts'

const MAX_NOTES = 20

/** Fields or parameters that the document does not list: choice `unknown_fields`. */
export function noteUnknown(call: Call, names: readonly string[], known: readonly string[]): void {
  const place = known.length === 0 ? ' in the query' : ''
  let noted = 0
  for (const name of names) {
    if (known.includes(name)) continue
    call.recordChoice('unknown_fields', { decides: true })
    noted += 1
    if (noted > MAX_NOTES) continue
    const near = nearestOf(name, known)
    const hint = near ? `; did you mean ${near}?` : ''
    if (call.choices.unknown_fields === 'reject') {
      const allowed =
        known.length === 0 ? 'no query parameters are allowed' : `allowed: ${known.join(', ')}`
      const text = `${formatValue(name)} is not known (${allowed}${hint}).`
      call.refuse('bad_request', text, {
        refused: { field: shownName(name), reason: 'unknown_field' },
      })
    }
    call.note(`ignored ${formatValue(name)}${place}${hint}`)
  }
  if (noted > MAX_NOTES) call.note(`ignored ${noted - MAX_NOTES} more${place}`)
}

/** The name of an unknown field: cut, and without keys of other services. */
function shownName(name: string): string {
  const cut = maskBeginning(name).slice(0, MAX_REFUSED_FIELD)
  // A copy, since a slice would keep the whole name in memory as long as its entry.
  return JSON.parse(JSON.stringify(cut)) as string
}
