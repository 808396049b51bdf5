import type { RequestEntry } from '../contract/history/entry.ts'
import type { IsKnown } from '../text/mask.ts'
import { toListed } from './views/listed-request.ts'
import { limits } from '../contract/limits.ts'
import { tooLarge } from '../contract/control/too-large.ts'

/** A JSON array in the making, which must not get too large. */
export class ListText {
  readonly #instead: string
  readonly #pieces: string[] = ['[']
  #length = 0

  /** `instead` ends the message of the error: the advice to the caller. */
  constructor(instead: string) {
    this.#instead = instead
  }

  /** Adds the JSON text of an item. @throws ActionError 413 */
  add(text: string): void {
    this.#length += text.length + 1
    if (this.#length > limits.stateBytes.value) throw tooLarge(this.#instead)
    if (this.#pieces.length > 1) this.#pieces.push(',')
    this.#pieces.push(text)
  }

  /** The array in pieces. Nothing can be added after that. */
  pieces(): string[] {
    this.#pieces.push(']')
    return this.#pieces
  }
}

/**
 * Serializes items as the pieces of a JSON array and stops as soon as it gets too large.
 * @throws ActionError 413 whose message ends with `instead`, the advice to the caller.
 */
export function composeList<Item>(
  items: Iterable<Item>,
  toJson: (item: Item) => string,
  instead: string,
): string[] {
  const list = new ListText(instead)
  for (const item of items) list.add(toJson(item))
  return list.pieces()
}

/** Requests as the pieces of a JSON array, as the control API lists them. @throws ActionError 413 */
export function composeRequests(entries: readonly RequestEntry[], isKnown: IsKnown): string[] {
  return composeList(
    entries,
    (entry) => JSON.stringify(toListed(entry, isKnown)),
    'ask for fewer requests with limit, since or another filter',
  )
}
