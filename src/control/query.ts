import { ActionError } from '../contract/control/action-error.ts'
import type { Parameters, ValueOf } from '../contract/control/parameter.ts'
import { formatValue, unknownName } from '../contract/values/invalid-choice.ts'

/** The query of a request, whose parameters a route reads when it needs them. */
export type Query<Known extends Parameters = Parameters> = {
  /** @throws ActionError 400 when the parameter has no such value. */
  read: <Name extends keyof Known & string>(name: Name) => ValueOf<Known[Name]>
}

/**
 * Parses the query of a request.
 * @throws ActionError 400 for one that is not UTF-8, and for an unknown, repeated or empty parameter, so that a
 * typo is noticed.
 */
export function readQuery(text: string, known: Parameters = {}): Query {
  if (!isUtf8(text)) throw new ActionError(400, 'the query must be percent-encoded UTF-8')
  const given = new URLSearchParams(text)
  const seen = new Set<string>()
  for (const name of given.keys()) {
    if (!Object.hasOwn(known, name)) {
      throw new ActionError(400, unknownName('parameter', name, Object.keys(known)), name)
    }
    if (seen.has(name)) {
      throw new ActionError(400, `parameter ${formatValue(name)} must not be repeated`, name)
    }
    seen.add(name)
    if (given.get(name) === '' && !known[name]!.canBeEmpty) {
      throw new ActionError(400, `${name} must not be empty`, name)
    }
  }
  return { read: (name) => known[name]!.read(given.get(name), name) }
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
