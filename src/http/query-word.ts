import { notOneOf } from '../contract/not-one-of.ts'
import { ActionRefused } from '../core/refused.ts'

/** A parameter that takes one of a few words. @throws ActionRefused 400 with what is allowed. */
export function wordOf<Word extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const given = query.get(name)
  if (given === null) return undefined
  const word = words.find((known) => known === given)
  if (word === undefined) throw new ActionRefused(400, `${name}: ${notOneOf(given, words)}`, name)
  return word
}
