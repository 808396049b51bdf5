import type { Entry } from '../../contract/history/entry.ts'
import { parseJson } from '../../contract/values/value-limits.ts'
import type { Difference } from '../replay/compare-entries.ts'
import { maskedEquals } from '../../text/masked-equals.ts'
import { isNested } from '../../text/json-values.ts'

/** An entry of which the recorded and the repeated one differ. */
export type Mismatch = { entry: Entry; differences: readonly Difference[] }

/** The most fields of a body that are listed. */
const MAX_FIELDS = 10

/** The differences of an entry for programs. */
export function toDifferingJson({ entry, differences }: Mismatch) {
  return {
    account: entry.account,
    id: entry.id,
    differences: differences.flatMap(inFields),
  }
}

/** A difference of two JSON bodies or objects as those of their fields. */
export function inFields(difference: Difference): Difference[] {
  const { field } = difference
  const [recorded, replayed] = [difference.recorded, difference.replayed].map((value) =>
    field === 'body' && typeof value === 'string' ? parsed(value) : value,
  )
  const found = [...fieldsThatDiffer(field, recorded, replayed)]
  if (found.length === 0) return [difference] // the same value in other bytes
  return found.slice(0, MAX_FIELDS)
}

function parsed(text: string): unknown {
  const read = parseJson(text)
  return read.ok ? read.value : text
}

function* fieldsThatDiffer(
  field: string,
  recorded: unknown,
  replayed: unknown,
): Generator<Difference> {
  if (!isNested(recorded) || !isNested(replayed)) {
    if (!maskedEquals(recorded, replayed)) yield { field, recorded, replayed }
    return
  }
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(replayed)])) {
    const inner = Array.isArray(recorded) ? `${field}[${key}]` : `${field}.${key}`
    yield* fieldsThatDiffer(inner, recorded[key], replayed[key])
  }
}
