import { formatValue } from '../../contract/fields.ts'
import { ActionError } from '../../contract/action-error.ts'

/** For routes without arguments: a typo must not pass in silence. @throws ActionError 400 naming it. */
export function expectNothing(body: Record<string, unknown>): void {
  const [name] = Object.keys(body)
  if (name === undefined) return
  throw new ActionError(400, `${formatValue(name)} is not known (nothing is allowed here)`, name)
}
