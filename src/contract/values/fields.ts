import * as v from 'valibot'
import { inputBounds } from './bounds.ts'
import { invalidChoice, mustBe, unknownName } from './invalid-choice.ts'

export { invalidChoice, formatValue, mustBe } from './invalid-choice.ts'

/**
 * The schemas from which all others are built. They add messages to those of the library: each says
 * what is allowed, what it got, and the nearest valid word.
 */

/** A message for a value that is not `expected`. */
export function expecting(expected: string) {
  return ({ input }: { input: unknown }) => mustBe(expected, input)
}

/** A string of at most `max` characters. */
export function string(max: number = inputBounds.textCharacters.max) {
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

/** An object with these fields and no others. */
export function strictObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  return noList(v.strictObject(entries, objectMessage(Object.keys(entries))))
}

/** An object with these fields and any others. */
export function looseObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  return noList(v.looseObject(entries, objectMessage(Object.keys(entries))))
}

/** An object with any keys. */
export function record() {
  return recordOf(v.unknown())
}

/** An object with any keys, whose values are all of one kind. */
export function recordOf<Value extends v.GenericSchema>(value: Value) {
  return noList(v.record(v.string(), value, expecting('an object')))
}

function objectMessage(fields: readonly string[]) {
  return (issue: v.BaseIssue<unknown>) => {
    if (!issue.path) return mustBe('an object', issue.input)
    if (issue.expected !== 'never') return 'is required'
    return unknownName('field', String(issue.path[0].key), fields)
  }
}

/**
 * Valibot has no public way to look at an input before a schema does, or to stop at the first few
 * issues of a list, so both are done here by replacing `~run`, which is internal to it. Hence
 * package.json pins its exact version, and test/contract/valibot-run.test.ts fails when `~run` changes.
 */
export function withRun<Schema extends v.GenericSchema>(
  schema: Schema,
  run: Schema['~run'],
): Schema {
  return Object.assign(schema, { '~run': run })
}

/** Valibot accepts a list as an object, and an empty one then passes for {}. */
function noList<Schema extends v.GenericSchema>(schema: Schema): Schema {
  const { '~run': accept } = schema
  const refuse = v.custom<never>(() => false, expecting('an object'))
  return withRun(schema, (dataset, config) =>
    Array.isArray(dataset.value)
      ? refuse['~run'](dataset, config)
      : accept.call(schema, dataset, config),
  )
}

/** A list of at most `max` items; the length is checked before the items. */
export function list<Item extends v.GenericSchema>(item: Item, max: number) {
  return v.pipe(arrayOf(item, max), v.maxLength(max, tooMany(max)))
}

/** A list of any length. */
export function items<Item extends v.GenericSchema>(item: Item) {
  return arrayOf(item, Infinity)
}

function tooMany(max: number): string {
  return `must have at most ${max} items`
}

/** The check stops at the item that reaches the maximum number of issues. */
function arrayOf<Item extends v.GenericSchema>(item: Item, max: number) {
  const array = v.array(item, expecting('a list'))
  const tooLong = v.custom<never>(() => false, tooMany(max))
  const { '~run': refuse } = array
  type Found = ReturnType<typeof refuse>
  return withRun(array, (dataset, config) => {
    const input = dataset.value
    if (!Array.isArray(input)) return refuse.call(array, dataset, config)
    if (input.length > max) return tooLong['~run'](dataset, config)
    return checkItems(item, input, config) as Found
  })
}

type Issue = v.BaseIssue<unknown>

function checkItems(item: v.GenericSchema, input: unknown[], config: v.Config<Issue>) {
  const value: unknown[] = []
  const issues: Issue[] = []
  let isTyped = true
  for (const [key, each] of input.entries()) {
    const found = item['~run']({ value: each }, config)
    const step = { type: 'array', origin: 'value', input, key, value: each } as const
    for (const issue of found.issues ?? []) {
      issues.push({ ...issue, path: [step, ...(issue.path ?? [])] })
    }
    value.push(found.value)
    isTyped &&= found.typed
    if (issues.length < inputBounds.problemsReported.max) continue
    isTyped = false
    break
  }
  return { typed: isTyped, value, ...(issues.length > 0 && { issues }) }
}
