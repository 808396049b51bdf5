import type { ActionView } from '../../contract/control/control-shapes.ts'

/** The part of JSON Schema that the arguments of actions use. */
export type ArgumentSchema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: ArgumentSchema[]
  properties?: Record<string, ArgumentSchema>
  required?: string[]
}

/** The arguments of an action by name, and the names of those that it requires. */
export function argumentsOf(action: ActionView) {
  const { properties = {}, required = [] } = action.arguments as ArgumentSchema
  return { properties, required }
}

/** The argument whose name may be left out: the only one, or the only one that is required. */
export function mainArgument(action: ActionView): string | undefined {
  const { properties, required } = argumentsOf(action)
  const names = Object.keys(properties)
  if (names.length === 1) return names[0]
  return required.length === 1 ? required[0] : undefined
}
