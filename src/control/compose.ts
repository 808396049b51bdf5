import type { RequestEntry } from '../contract/history/entry.ts'
import type { IsKnown } from '../text/mask.ts'
import { toListed } from './views/listed-request.ts'
import { limits } from '../contract/limits.ts'
import { tooLarge } from '../contract/control/too-large.ts'

/**
 * Serializes items as the pieces of a JSON array and stops as soon as it gets too large.
 * @throws ActionError 413 whose message ends with `instead`, the advice to the caller.
 */
export function composeList<Item>(
  items: Iterable<Item>,
  toJson: (item: Item) => string,
  instead: string,
): string[] {
  const pieces = ['[']
  let length = 0
  for (const item of items) {
    const text = toJson(item)
    length += text.length + 1
    if (length > limits.stateBytes.value) throw tooLarge(instead)
    if (pieces.length > 1) pieces.push(',')
    pieces.push(text)
  }
  pieces.push(']')
  return pieces
}

/** Requests as the pieces of a JSON array, as the control API lists them. @throws ActionError 413 */
export function composeRequests(entries: readonly RequestEntry[], isKnown: IsKnown): string[] {
  return composeList(
    entries,
    (entry) => JSON.stringify(toListed(entry, isKnown)),
    'ask for fewer requests with limit, since or another filter',
  )
}
