import { shown } from '../../contract/fields.ts'
import { ActionRefused } from '../../core/account/refused.ts'

/** For routes without arguments: a typo must not pass in silence. @throws ActionRefused 400 naming it. */
export function expectNothing(body: Record<string, unknown>): void {
  const [name] = Object.keys(body)
  if (name === undefined) return
  throw new ActionRefused(400, `${shown(name)} is not known (nothing is allowed here)`, name)
}
