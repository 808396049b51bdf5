import { invalidChoice } from '../../contract/invalid-choice.ts'
import { parseJson } from '../../contract/value-limits.ts'
import { usageError } from '../output/failure.ts'

/** JSON Schema, as far as the arguments of actions use it. */
type Schema = {
  type?: string
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
}

/** Gives the texts of flags the types that the action's schema asks for. @throws Failure for an unknown argument */
export function typeArguments(
  action: string,
  schema: Schema,
  args: Readonly<Record<string, string | true>>,
): Record<string, unknown> {
  const properties = schema.properties ?? {}
  const names = Object.keys(properties)
  return Object.fromEntries(
    Object.entries(args).map(([name, text]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (!property) {
        throw usageError(
          names.length === 0
            ? `trigger ${action}: --${name}: ${action} takes no arguments`
            : `trigger ${action}: ${invalidChoice(
                `--${name}`,
                names.map((known) => `--${known}`),
              )}`,
        )
      }
      return [name, toTyped(property, name, text)]
    }),
  )
}

/** What does not fit is passed on as it is: the sandbox says best what is wrong with it. */
function toTyped(schema: Schema, name: string, text: string | true): unknown {
  const types = typesOf(schema)
  if (text === true) {
    if (types.has('boolean')) return true
    throw usageError(`--${name} needs a value`)
  }
  if ((types.has('integer') || types.has('number')) && /^-?\d{1,16}(\.\d+)?$/.test(text)) {
    return Number(text)
  }
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (types.has('null') && text === 'null') return null
  if (types.has('object') && text.trimStart().startsWith('{')) return toObject(name, text)
  return text
}

function typesOf({ type, anyOf = [] }: Schema): Set<string> {
  const types = new Set(type === undefined ? [] : [type])
  for (const inner of anyOf) for (const found of typesOf(inner)) types.add(found)
  return types
}

function toObject(name: string, text: string): unknown {
  const parsed = parseJson(text)
  if (parsed.ok) return parsed.value
  throw usageError(`--${name}: ${parsed.problem}`)
}
