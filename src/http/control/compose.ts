import { boundText } from '../../contract/bound.ts'
import { storedBounds } from '../../contract/bounds.ts'
import { ActionError } from '../../contract/action-error.ts'

const { controlAnswerBytes } = storedBounds

/**
 * Serializes items as the pieces of a JSON array and stops as soon as it gets too large.
 * @throws ActionError 413 whose message ends with `instead`, the advice to the caller.
 */
export function composeList<Item>(
  items: Iterable<Item>,
  toJson: (item: Item) => string,
  instead: string,
): string[] {
  const pieces: string[] = ['[']
  let length = 0
  for (const item of items) {
    const text = toJson(item)
    length += text.length + 1
    if (length > controlAnswerBytes.max) throw tooLarge(instead)
    if (pieces.length > 1) pieces.push(',')
    pieces.push(text)
  }
  pieces.push(']')
  return pieces
}

export function tooLarge(instead: string): ActionError {
  return new ActionError(
    413,
    `the response would exceed ${boundText(controlAnswerBytes)}; ${instead}`,
  )
}
