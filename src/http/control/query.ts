import { shortKey } from '../../contract/validation-issue.ts'
import { didYouMean, invalidChoice } from '../../contract/invalid-choice.ts'
import { ActionError } from '../../contract/action-error.ts'

/** A parameter that takes one of a few words. @throws ActionError 400 with what is allowed. */
export function wordOf<Word extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const input = query.get(name)
  if (input === null) return undefined
  const word = words.find((known) => known === input)
  if (word === undefined)
    throw new ActionError(400, `${name}: ${invalidChoice(input, words)}`, name)
  return word
}

/**
 * The query of a target, which has only the named parameters, each once.
 * @throws ActionError 400 naming another: a typo must not pass in silence.
 */
export function readQuery(target: string, known: readonly string[]): URLSearchParams {
  const mark = target.indexOf('?')
  const query = new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1))
  const seen = new Set<string>()
  for (const name of query.keys()) {
    if (!known.includes(name)) {
      const allowed =
        known.length === 0 ? 'this route takes no parameters' : `allowed: ${known.join(', ')}`
      throw new ActionError(
        400,
        `${shortKey(name)}: is not known (${allowed}${didYouMean(name, known)})`,
        name,
      )
    }
    if (seen.has(name)) throw new ActionError(400, `${name}: is given more than once`, name)
    seen.add(name)
  }
  return query
}
