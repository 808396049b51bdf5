import * as v from 'valibot'
import { inputBounds } from './bounds.ts'
import { didYouMean, invalidChoice, formatValue } from './invalid-choice.ts'

export { invalidChoice, formatValue } from './invalid-choice.ts'

/**
 * The leaves from which every schema here is built. They differ from the library's own only in what
 * they say: each message names what was given, what is allowed, and the nearest valid word.
 */

/** A text of at most `max` characters. */
export function string(max: number = inputBounds.textCharacters.max) {
  return v.pipe(
    v.string((issue) => `${formatValue(issue.input)} is not a text`),
    v.maxLength(max, `is longer than ${max} characters`),
  )
}

/** A text that matches `pattern`; `what` finishes the sentence "… is not". */
export function pattern(expression: RegExp, what: string) {
  return v.pipe(
    v.string((issue) => `${formatValue(issue.input)} is not ${what}`),
    v.regex(expression, (issue) => `${formatValue(issue.input)} is not ${what}`),
  )
}

/** A whole number from `min` to `max`, both allowed. */
export function integer(min: number, max: number) {
  const message = (issue: { input: unknown }) =>
    `${formatValue(issue.input)} is not a whole number from ${min} to ${max}`
  return v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(min, message),
    v.maxValue(max, message),
  )
}

/** true or false. */
export function boolean() {
  return v.boolean((issue) => `${formatValue(issue.input)} is neither true nor false`)
}

/** One of a few words. */
export function oneOf<const Words extends readonly string[]>(words: Words) {
  return v.picklist(words, (issue) => invalidChoice(issue.input, words))
}

/** An object that has the named entries and no other. */
export function strictObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  return noList(v.strictObject(entries, objectMessage(Object.keys(entries))))
}

/** An object that has the named entries, and any others. */
export function looseObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  return noList(v.looseObject(entries, objectMessage(Object.keys(entries))))
}

/** An object with any keys. */
export function record() {
  return noList(
    v.record(v.string(), v.unknown(), (issue) => `${formatValue(issue.input)} is not an object`),
  )
}

/** A suggestion comes before a list that is longer than this. */
const MAX_NAMES = 60

function objectMessage(known: readonly string[]) {
  return (issue: v.BaseIssue<unknown>) => {
    if (!issue.path) return `${formatValue(issue.input)} is not an object`
    if (issue.expected !== 'never') return 'is missing'
    const names = known.length > 0 ? `allowed: ${known.join(', ')}` : 'nothing is allowed here'
    const hint = didYouMean(String(issue.path[0].key), known)
    return names.length > MAX_NAMES && hint !== ''
      ? `is not known${hint} (${names})`
      : `is not known (${names}${hint})`
  }
}

/**
 * Valibot has no public way to look at an input before a schema does, or to stop at the first few
 * issues of a list, so both are done here by replacing `~run`, which is internal to it. Hence
 * package.json pins its exact version, and test/contract/valibot-run.test.ts fails when `~run` changes.
 */
function withRun<Schema extends v.GenericSchema>(schema: Schema, run: Schema['~run']): Schema {
  return Object.assign(schema, { '~run': run })
}

/** Valibot accepts a list as an object, and an empty one then passes for {}. */
function noList<Schema extends v.GenericSchema>(schema: Schema): Schema {
  const { '~run': accept } = schema
  const refuse = v.custom<never>(
    () => false,
    ({ input }) => `${formatValue(input)} is not an object`,
  )
  return withRun(schema, (dataset, config) =>
    Array.isArray(dataset.value)
      ? refuse['~run'](dataset, config)
      : accept.call(schema, dataset, config),
  )
}

/** A list of at most `max` items; its length is looked at first. */
export function list<Item extends v.GenericSchema>(item: Item, max: number) {
  return v.pipe(items(item, max), v.maxLength(max, tooMany(max)))
}

function tooMany(max: number): string {
  return `has more than ${max} items`
}

/** A list of any length. Its items are looked at only until enough is found that is wrong. */
export function items<Item extends v.GenericSchema>(item: Item, max = Infinity) {
  const array = v.array(item, ({ input }) => `${formatValue(input)} is not a list`)
  const tooLong = v.custom<never>(() => false, tooMany(max))
  const { '~run': refuse } = array
  return withRun(array, (dataset, config) => {
    const input = dataset.value
    if (!Array.isArray(input)) return refuse.call(array, dataset, config)
    if (input.length > max) return tooLong['~run'](dataset, config)
    const output: v.InferOutput<Item>[] = []
    const issues: v.BaseIssue<unknown>[] = []
    let typed = true
    for (const [key, value] of (input as unknown[]).entries()) {
      const result = item['~run']({ value }, config)
      for (const issue of result.issues ?? []) {
        const step = { type: 'array', origin: 'value', input: input, key, value } as const
        issues.push({ ...issue, path: [step, ...(issue.path ?? [])] })
      }
      output.push(result.value)
      const isEnough = issues.length >= inputBounds.problemsReported.max
      typed &&= result.typed && !isEnough
      if (isEnough) break
    }
    return { typed, value: output, ...(issues.length > 0 && { issues }) } as ReturnType<
      (typeof array)['~run']
    >
  })
}
