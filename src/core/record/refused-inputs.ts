import type { PerformedEntry, RequestEntry } from '../../contract/history/entry.ts'
import { isSuccess, operationRow } from '../../contract/operations.ts'
import { findUnsafeKey } from '../../contract/values/validation-issue.ts'
import { parseJson } from '../../contract/values/value-limits.ts'
import { findUnsaid } from '../../text/json-values.ts'
import { toNumber } from '../../text/numbers.ts'
import { requestBytes, valueBytes } from '../sizes/bytes.ts'

/**
 * An input that changes nothing must not push out of the history what did happen: of a long one, only the beginning
 * is recorded. A replay does not read that again, but takes over what the record says of it.
 */

/** Of a longer input that changed nothing, only the beginning is recorded. */
const LONG_BYTES = 16_384

/** The most that is kept of a text, and of a value with all its texts. */
const TEXT_CHARACTERS = 200
const VALUE_CHARACTERS = 2_000

/**
 * An action that changed nothing, as it is recorded: an unknown one has a name as long as its client likes. Arguments
 * that no file may have, such as a key that could reach a prototype, become a text.
 */
export function refusedAction(
  action: string,
  args: unknown,
): Pick<PerformedEntry, 'action' | 'arguments' | 'shortened'> {
  const isLong = action.length > TEXT_CHARACTERS || valueBytes(args) > LONG_BYTES
  const canBeRead = args === undefined || (!findUnsafeKey(args) && !findUnsaid(args))
  if (!isLong && canBeRead) return { action, arguments: args }
  const kept = copyOf({ action: beginningOfText(action), arguments: beginningOf(args) })
  const isUnsafe = findUnsafeKey(kept.arguments) !== undefined
  const shown = isUnsafe ? JSON.stringify(kept.arguments) : kept.arguments
  return { action: kept.action, arguments: shown, shortened: true }
}

/** The entry of a call as it is recorded. */
export function withoutRefusedContent(entry: RequestEntry): RequestEntry {
  const { request, effect, outcome } = entry
  const isRefused = effect.kind === 'none' && !isSuccess(outcome)
  if (!isRefused || requestBytes(request) <= LONG_BYTES) return entry
  const { headers, content_type: contentType, body } = request
  const kept = {
    headers: beginningOf(headers) as typeof headers,
    body: body === null || body.length <= VALUE_CHARACTERS ? body : shortBody(entry, body),
  }
  const type = contentType && copyOf(beginningOfText(contentType))
  entry.request = { ...request, ...copyOf(kept), content_type: type, shortened: true }
  return entry
}

/** A body that was read stays one that can be read; any other becomes a text that is no JSON, and so is refused again. */
function shortBody({ operation, checks }: RequestEntry, body: string): string {
  const check = operation && operationRow(operation).check
  const parsed = checks.some((made) => made.passed && made.check === check) && parseJson(body)
  if (parsed && parsed.ok) return JSON.stringify(beginningOf(parsed.value))
  return `${beginningOfText(body)} (${toNumber(body.length)} characters)`
}

/** Parts of a text would keep the whole of it in memory. */
function copyOf<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}

/** Part of a key does not look like one, and would not be masked: a short word at the end is left out. */
function beginningOfText(text: string): string {
  if (text.length <= TEXT_CHARACTERS) return text
  return `${text.slice(0, TEXT_CHARACTERS).replace(/(?<![\w.+/=-])[\w.+/=-]{1,27}$/, '')}…`
}

/** A value with its first items and fields, and the beginnings of their texts. */
function beginningOf(whole: unknown): unknown {
  let left = VALUE_CHARACTERS
  const copy = (value: unknown): unknown => {
    left -= 1
    if (typeof value === 'string') {
      const text = beginningOfText(value)
      left -= text.length
      return text
    }
    if (typeof value !== 'object' || value === null) return value
    const kept: [string, unknown][] = []
    for (const [name, inner] of Object.entries(value)) {
      if (left <= 0) break
      left -= Math.min(name.length, TEXT_CHARACTERS)
      kept.push([beginningOfText(name), copy(inner)])
    }
    return Array.isArray(value) ? kept.map(([, inner]) => inner) : Object.fromEntries(kept)
  }
  return copy(whole)
}
