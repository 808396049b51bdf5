import { invalidChoice, mustBe } from '../values/invalid-choice.ts'
import { findUnsafeKey } from '../values/validation-issue.ts'
import { parseJson } from '../values/value-limits.ts'
import { ActionError } from './action-error.ts'
import { isObject } from '../../text/json-values.ts'

/** A parameter of a query: what OpenAPI says about it, and how its text is read. */
export type Parameter<Value = unknown> = {
  readonly schema: {
    readonly type?: 'string' | 'integer'
    readonly enum?: readonly string[]
    readonly [keyword: string]: unknown
  }
  readonly description: string
  /** An empty text is no mistake. */
  readonly canBeEmpty?: boolean
  /** The value, or the default if there is no text. @throws ActionError 400 */
  readonly read: (given: string | null, name: string) => Value
}

/** The parameters of a route, by name. */
export type Parameters = Readonly<Record<string, Parameter>>

/** The value that reading a parameter gives. */
export type ValueOf<Each extends Parameter> = ReturnType<Each['read']>

/** A text, a number or a time, or a list that the query separates by commas. */
type Textual = string | number | Date | readonly string[]

/** The value that a client gives for a parameter. */
export type GivenOf<Each extends Parameter> =
  string extends NonNullable<ValueOf<Each>> ? Textual : NonNullable<ValueOf<Each>>

/** One of a few words; `kind` names them in messages when they are many. */
export function word<const Word extends string, const Default extends Word | undefined = undefined>(
  words: readonly Word[],
  description: string,
  more: { default?: Default; kind?: string } = {},
): Parameter<Word | Default> {
  const { default: standard, kind } = more
  return {
    schema: { enum: words, ...(standard !== undefined && { default: standard }) },
    description,
    read: (given, name) => {
      if (given === null) return standard as Default
      const found = words.find((known) => known === given)
      if (found !== undefined) return found
      throw new ActionError(400, `${name} ${invalidChoice(given, words, kind)}`, name)
    },
  }
}

/** `true` or `false`; default: false. */
export function flag(description: string): Parameter<boolean> {
  const { read, ...shown } = word(['true', 'false'], description, { default: 'false' })
  return { ...shown, read: (given, name) => read(given, name) === 'true' }
}

/** An integer from `min` to `max`, inclusive. */
export function integer<Default extends number | undefined = undefined>(
  min: number,
  max: number,
  description: string,
  standard?: Default,
): Parameter<number | Default> {
  const range = { minimum: min, maximum: max }
  return {
    schema: { type: 'integer', ...range, ...(standard !== undefined && { default: standard }) },
    description,
    read: (given, name) => {
      if (given === null) return standard as Default
      const value = /^\d{1,9}$/.test(given) ? Number(given) : NaN
      if (value >= min && value <= max) return value
      const expected = `an integer from ${min} to ${max}`
      throw new ActionError(400, `${name} ${mustBe(expected, given)}`, name)
    },
  }
}

/** A text whose meaning the route finds out, of at most `max` characters if that is given. */
export function text<Default extends string | undefined = undefined>(
  description: string,
  { default: standard, max }: { default?: Default; max?: number } = {},
): Parameter<string | Default> {
  return {
    schema: {
      type: 'string',
      ...(max !== undefined && { maxLength: max }),
      ...(standard !== undefined && { default: standard }),
    },
    description,
    read: (given, name) => {
      if (given === null) return standard as Default
      if (max === undefined || given.length <= max) return given
      const expected = `text of at most ${max} characters`
      throw new ActionError(400, `${name} ${mustBe(expected, given)}`, name)
    },
  }
}

/** Fields that must be equal: a JSON object. */
export function fields(description: string): Parameter<Record<string, unknown> | undefined> {
  return {
    schema: { type: 'string', contentMediaType: 'application/json' },
    description,
    read: (given, name) => {
      if (given === null) return undefined
      const parsed = parseJson(given)
      const wanted = parsed.ok ? parsed.value : undefined
      if (!isObject(wanted)) {
        const expected = 'a JSON object of fields, such as {"label":"shop"}'
        throw new ActionError(400, `${name} ${mustBe(expected, given)}`, name)
      }
      const unsafe = findUnsafeKey(wanted)
      if (unsafe) throw new ActionError(400, `${name}: ${unsafe.message}`, name)
      return wanted
    },
  }
}
