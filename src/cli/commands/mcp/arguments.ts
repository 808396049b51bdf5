import { invalidChoice, mustBe, unknownName } from '../../../contract/values/invalid-choice.ts'
import { usageError } from '../../output/failure.ts'

/** The schema of an argument of a tool, in the words of JSON Schema. */
export type Property = {
  type: 'string' | 'integer' | 'boolean' | 'object'
  description: string
  enum?: readonly string[]
  pattern?: string
}

export type Properties = Readonly<Record<string, Property>>

/** The longest text of an argument, and all of them as JSON. */
const MAX_TEXT = 10_000
const MAX_ALL = 50_000

/** Control characters, but for the line breaks and tabs that stand in mails. */
// oxlint-disable-next-line no-control-regex -- they are refused
export const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/

/** The arguments of a tool after {@link checkArguments}. */
export type ToolArguments = {
  readonly text: (name: string) => string | undefined
  readonly number: (name: string) => number | undefined
  readonly isSet: (name: string) => boolean
  readonly fields: (name: string) => readonly (readonly [string, unknown])[]
}

/** Reads the arguments of an agent. @throws Failure that names the first that is wrong */
export function checkArguments(properties: Properties, given: unknown): ToolArguments {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw usageError(`arguments ${mustBe('an object', given)}`)
  }
  if (JSON.stringify(given).length > MAX_ALL) {
    throw usageError(`arguments must have at most ${MAX_ALL} characters`)
  }
  const values = new Map<string, unknown>(Object.entries(given))
  for (const [name, value] of values) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!property) throw usageError(unknownName('argument', name, Object.keys(properties)))
    checkValue(name, property, value)
  }
  return {
    text: (name) => values.get(name) as string | undefined,
    number: (name) => values.get(name) as number | undefined,
    isSet: (name) => values.get(name) === true,
    fields: (name) => Object.entries(values.get(name) ?? {}),
  }
}

function checkValue(name: string, property: Property, value: unknown): void {
  if (!isOfType(property.type, value)) {
    const article = /^[aeiou]/.test(property.type) ? 'an' : 'a'
    throw usageError(`${name} ${mustBe(`${article} ${property.type}`, value)}`)
  }
  if (property.type === 'integer' && (value as number) < 1) {
    throw usageError(`${name} ${mustBe('at least 1', value)}`)
  }
  if (typeof value === 'string') checkText(name, property, value)
}

function checkText(name: string, { enum: words, pattern, description }: Property, value: string) {
  if (value.length > MAX_TEXT) {
    throw usageError(`${name} must have at most ${MAX_TEXT} characters (got ${value.length})`)
  }
  if (CONTROL.test(value)) throw usageError(`${name} must have no control characters`)
  if (words && !words.includes(value)) throw usageError(`${name} ${invalidChoice(value, words)}`)
  if (pattern !== undefined && !new RegExp(pattern).test(value)) {
    throw usageError(`${name} ${mustBe(`as described: ${description}`, value)}`)
  }
}

function isOfType(type: Property['type'], value: unknown): boolean {
  if (type === 'integer') return Number.isSafeInteger(value)
  if (type === 'object') {
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  }
  return typeof value === type
}
