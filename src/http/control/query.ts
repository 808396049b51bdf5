import {
  formatValue,
  invalidChoice,
  mustBe,
  unknownName,
} from '../../contract/values/invalid-choice.ts'
import { ActionError } from '../../contract/control/action-error.ts'

/** Reads a query parameter that takes one of a few words. @throws ActionError 400 listing them. */
export function wordOf<Word extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly Word[],
  kind?: string,
): Word | undefined {
  const input = query.get(name)
  if (input === null) return undefined
  const word = words.find((known) => known === input)
  if (word === undefined)
    throw new ActionError(400, `${name} ${invalidChoice(input, words, kind)}`, name)
  return word
}

/** Reads an integer from the query. @throws ActionError 400 when it is out of range or not an integer. */
export function integerOf(
  query: URLSearchParams,
  name: string,
  min: number,
  max: number,
): number | undefined {
  const input = query.get(name)
  if (input === null) return undefined
  if (!/^\d{1,9}$/.test(input) || Number(input) < min || Number(input) > max) {
    const message = `${name} ${mustBe(`an integer from ${min} to ${max}`, input)}`
    throw new ActionError(400, message, name)
  }
  return Number(input)
}

/**
 * Parses the query of a request target.
 * @throws ActionError 400 for one that is not UTF-8, and for an unknown, repeated or empty parameter, so that a
 * typo is noticed.
 */
export function readQuery(target: string, known: readonly string[]): URLSearchParams {
  const mark = target.indexOf('?')
  const text = mark < 0 ? '' : target.slice(mark + 1)
  if (!isUtf8(text)) throw new ActionError(400, 'the query must be percent-encoded UTF-8')
  const query = new URLSearchParams(text)
  const seen = new Set<string>()
  for (const name of query.keys()) {
    if (!known.includes(name)) {
      throw new ActionError(400, unknownName('parameter', name, known), name)
    }
    if (seen.has(name)) {
      throw new ActionError(400, `parameter ${formatValue(name)} must not be repeated`, name)
    }
    seen.add(name)
    // All but a search, which then finds everything.
    if (query.get(name) === '' && name !== 'search') {
      throw new ActionError(400, `${name} must not be empty`, name)
    }
  }
  return query
}

/** URLSearchParams would replace what it cannot decode. */
function isUtf8(encoded: string): boolean {
  try {
    decodeURIComponent(encoded)
    return true
  } catch {
    return false
  }
}
