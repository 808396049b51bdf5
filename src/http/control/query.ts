import { formatValue, invalidChoice, unknownName } from '../../contract/invalid-choice.ts'
import { ActionError } from '../../contract/action-error.ts'

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

/**
 * Parses the query of a request target.
 * @throws ActionError 400 for an unknown or repeated parameter, so that a typo is noticed.
 */
export function readQuery(target: string, known: readonly string[]): URLSearchParams {
  const mark = target.indexOf('?')
  const query = new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1))
  const seen = new Set<string>()
  for (const name of query.keys()) {
    if (!known.includes(name)) {
      throw new ActionError(400, unknownName('parameter', name, known), name)
    }
    if (seen.has(name)) {
      throw new ActionError(400, `parameter ${formatValue(name)} must not be repeated`, name)
    }
    seen.add(name)
  }
  return query
}
