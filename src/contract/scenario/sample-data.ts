import { limits } from '../limits.ts'
import * as v from 'valibot'
import { expecting, integer, oneOf, strictObject } from '../values/fields.ts'
import { isObject } from '../../text/json-values.ts'

/** The parameters of sample data, for `populate` in a scenario and the action `populate_aliases`. */

/** The languages of sample data. */
export const sampleLocales = ['en', 'de', 'fr', 'ja'] as const
export type SampleLocale = (typeof sampleLocales)[number]

const INT_32 = 2 ** 31
/** The seed of a random generator. */
export const seed = integer(-INT_32, INT_32 - 1)

const max = limits.aliases.value
/** Larger than any count, so that a long series can be requested in parts. */
const MAX_SKIP = 1_000_000_000

/** A locale and a seed always give one series of texts. */
const series = {
  locale: v.optional(oneOf(sampleLocales)),
  seed: v.optional(seed),
  /** Number of aliases to skip at the start of the series. */
  skip: v.optional(integer(0, MAX_SKIP)),
}

export const populateArguments = strictObject({ count: integer(1, max), ...series })
export type SampleRequest = v.InferOutput<typeof populateArguments>

/** The forms of `populate`. */
export const populateForms = {
  count: v.pipe(
    v.number(
      expecting(`an integer from 0 to ${max} or an object such as {count: 250, locale: ja}`),
    ),
    integer(0, max),
  ),
  series: strictObject({ count: integer(0, max), ...series }),
}

/** A number is short for an object with only a count. */
export const populateSpec = v.lazy((input) =>
  isObject(input) ? populateForms.series : populateForms.count,
)
