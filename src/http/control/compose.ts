import { boundText } from '../../contract/bound.ts'
import { storedBounds } from '../../contract/bounds.ts'
import { ActionError } from '../../contract/action-error.ts'

const { controlAnswerBytes } = storedBounds

/**
 * The items as the pieces of a JSON array, so that one that would be too large is refused before it
 * is made. @throws ActionError 413 saying what to ask `instead`.
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
    `the answer would be larger than ${boundText(controlAnswerBytes)}; ${instead}`,
  )
}
