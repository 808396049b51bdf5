import { wordList } from '../../contract/values/invalid-choice.ts'
import { parseJson } from '../../contract/values/value-limits.ts'
import type { ActionView } from '../../contract/control/control-shapes.ts'
import type { ActionArgs } from './action-args.ts'
import { argumentsOf, type ArgumentSchema } from './action-arguments.ts'
import { usageError } from '../output/failure.ts'
import { toHint } from '../output/wrong-value.ts'

/**
 * Converts the values of flags to the types in the action's schema. @throws Failure for an unknown or missing
 * argument
 */
export function typeArguments(action: ActionView, args: ActionArgs): Record<string, unknown> {
  const { properties, required } = argumentsOf(action)
  const typed = Object.entries(args).map(([name, text]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!property) throw unknownArgument(action.name, name, Object.keys(properties))
    return [name, toTyped(property, name, text)] as const
  })
  const missing = required.find((name) => !Object.hasOwn(args, name))
  if (missing !== undefined)
    throw usageError(`trigger ${action.name}: missing argument --${missing}`)
  return Object.fromEntries(typed)
}

function unknownArgument(action: string, name: string, names: readonly string[]) {
  const flags = names.map((known) => `--${known}`)
  const expected = flags.length === 0 ? 'no arguments' : wordList(flags, 'or')
  const hint = toHint(`--${name}`, flags, '--') || `: expected ${expected}`
  return usageError(`trigger ${action}: unknown argument --${name}${hint}`)
}

/** Leaves a value that does not match unchanged, because the sandbox reports it with a better message. */
function toTyped(schema: ArgumentSchema, name: string, text: string | true): unknown {
  const types = typesOf(schema)
  if (text === true) {
    if (types.has('boolean')) return true
    throw usageError(`missing value for --${name}`)
  }
  if ((types.has('integer') || types.has('number')) && /^-?\d{1,16}(\.\d+)?$/.test(text)) {
    return Number(text)
  }
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (types.has('null') && text === 'null') return null
  const [first] = text.trimStart()
  const isNested = (types.has('object') && first === '{') || (types.has('array') && first === '[')
  return isAnyJson(schema) || isNested ? fromJson(name, text) : text
}

/** Whether an argument may be any JSON. */
export function isAnyJson(schema: ArgumentSchema): boolean {
  return !['type', 'const', 'enum', 'anyOf'].some((word) => word in schema)
}

/** The types that an argument may have. */
export function typesOf({ type, anyOf = [] }: ArgumentSchema): Set<string> {
  const types = new Set(type === undefined ? [] : [type])
  for (const inner of anyOf) for (const found of typesOf(inner)) types.add(found)
  return types
}

function fromJson(name: string, text: string): unknown {
  const parsed = parseJson(text)
  if (parsed.ok) return parsed.value
  const asText = `'${JSON.stringify(text)}'`
  const hint = /^\w/.test(text) ? `; a text stands in double quotes: ${asText}` : ''
  throw usageError(`--${name}: ${parsed.problem}${hint}`)
}
