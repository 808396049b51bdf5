import { limits } from '../limits.ts'
import * as v from 'valibot'
import { formatValue, invalidChoice, mustBe, unknownName } from './invalid-choice.ts'

export { invalidChoice, formatValue, mustBe } from './invalid-choice.ts'

/**
 * The schemas from which all others are built. They add messages to those of the library: each says
 * what is allowed, what it got, and the nearest valid word.
 */

/** Says what is wrong with a value. */
export type Message = (issue: { input: unknown }) => string

/** A message for a value that is not `expected`. */
export function expecting(expected: string): Message {
  return ({ input }: { input: unknown }) => mustBe(expected, input)
}

/** A string of at most `max` characters. */
export function string(max: number = limits.textCharacters.value) {
  return v.pipe(
    v.string(expecting('a string')),
    v.maxLength(max, `must have at most ${max} characters`),
  )
}

/** A string that matches `expression`, which `expected` puts into words. */
export function pattern(expression: RegExp, expected: string) {
  const message = expecting(expected)
  return v.pipe(v.string(message), v.regex(expression, message))
}

/** An integer from `min` to `max`, inclusive. */
export function integer(min: number, max: number) {
  const message = expecting(`an integer from ${min} to ${max}`)
  return v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(min, message),
    v.maxValue(max, message),
  )
}

/** true or false. */
export function boolean() {
  return v.boolean(expecting('true or false'))
}

/** A boolean, string or number. */
export const plainValue = v.union(
  [v.boolean(), v.string(), v.number()],
  expecting('a boolean, string or number'),
)

/** One of a few words; `kind` names them in messages when they are many. */
export function oneOf<const Words extends readonly string[]>(words: Words, kind?: string) {
  return v.picklist(words, (issue) => invalidChoice(issue.input, words, kind))
}

/** Names the field in which an unknown one belongs, if there is one. */
type PlaceOf = (field: string) => string | undefined

/** An object with these fields and no others. */
export function strictObject<const Entries extends v.ObjectEntries>(
  entries: Entries,
  placeOf?: PlaceOf,
) {
  const object = v.strictObject(entries, objectMessage(Object.keys(entries), placeOf))
  return v.pipe(notList<v.InferInput<typeof object>>(), object)
}

/** One kind of object in a variant, which asks for the field that tells the kinds apart before this refuses a list. */
export function variantOption<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.strictObject(entries, objectMessage(Object.keys(entries)))
}

/** An object with these fields and any others. */
export function looseObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  const object = v.looseObject(entries, objectMessage(Object.keys(entries)))
  return v.pipe(notList<v.InferInput<typeof object>>(), object)
}

/** An object with any keys. */
export function record() {
  return recordOf(v.unknown())
}

/** An object with any keys, whose values are all of one kind. */
export function recordOf<const Value extends v.GenericSchema>(value: Value) {
  const object = v.record(v.string(), value, expecting('an object'))
  return v.pipe(notList<v.InferInput<typeof object>>(), object)
}

function objectMessage(fields: readonly string[], placeOf?: PlaceOf) {
  return (issue: v.BaseIssue<unknown>): string => {
    if (!issue.path) return mustBe('an object', issue.input)
    if (issue.expected !== 'never') return 'is required'
    const field = String(issue.path[0].key)
    const place = placeOf?.(field)
    return place === undefined
      ? unknownName('field', field, fields)
      : `unknown field ${formatValue(field)} (it belongs in ${place})`
  }
}

/** Valibot accepts a list as an object, and an empty one then passes for {}. */
function notList<Input>() {
  return v.custom<Input, Message>((input) => !Array.isArray(input), expecting('an object'))
}

/** A list of at most `max` items; the length is checked before the items. */
export function list<const Item extends v.GenericSchema>(item: Item, max: number) {
  const array = items(item)
  const tooMany = `must have at most ${max} items`
  return v.pipe(
    v.custom<v.InferInput<Item>[], string>(
      (input) => !Array.isArray(input) || input.length <= max,
      tooMany,
    ),
    array,
    v.maxLength(max, tooMany), // for the JSON Schemas
  )
}

/** A list of any length. */
export function items<const Item extends v.GenericSchema>(item: Item) {
  return v.array(item, expecting('a list'))
}
