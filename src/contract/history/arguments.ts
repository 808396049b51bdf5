import { findUnsafeKey } from '../values/validation-issue.ts'
import { parseJson } from '../values/value-limits.ts'
import type { PerformedEntry } from './entry.ts'

/**
 * The arguments of an action are kept as they came, also those of a refused one. An object of a file can neither have
 * keys that could reach a prototype nor numbers beyond all bounds, such as 1e400; text can.
 */

type Arguments = Pick<PerformedEntry, 'arguments' | 'arguments_json'>

/** The arguments as an entry has them. */
export function toArguments(args: unknown): Arguments {
  if (args === undefined) return {}
  return isPlain(args) ? { arguments: args } : { arguments_json: toJsonText(args) }
}

/** The arguments of an entry as they came. */
export function argumentsOf({ arguments: args, arguments_json: text }: Arguments): unknown {
  if (text === undefined) return args
  const parsed = parseJson(text)
  return parsed.ok ? parsed.value : undefined // the contract requires text that can be parsed
}

function isPlain(args: unknown): boolean {
  return findUnsafeKey(args) === undefined && isFinite(args)
}

function isFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(isFinite)
}

function toJsonText(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return value > 0 ? '1e999' : '-1e999'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(toJsonText).join(',')}]`
  const fields = Object.entries(value).map(
    ([name, inner]) => `${JSON.stringify(name)}:${toJsonText(inner)}`,
  )
  return `{${fields.join(',')}}`
}
