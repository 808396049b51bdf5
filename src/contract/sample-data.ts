import * as v from 'valibot'
import { inputBounds } from './bounds.ts'
import { expecting, integer, oneOf, strictObject } from './fields.ts'

/** What sample data is asked for with: by a scenario as `populate`, by the action `populate_aliases`. */

/** The languages of sample data, by faker's names for them. */
export const sampleLocales = ['en', 'de', 'fr', 'es', 'ja', 'zh_CN', 'ko', 'ar', 'he'] as const
export type SampleLocale = (typeof sampleLocales)[number]

const INT_32 = 2 ** 31
/** What everything random is drawn from. */
export const seed = integer(-INT_32, INT_32 - 1)

const max = inputBounds.populatedAliases.max
/** Larger than any count, so that a long series can be asked for in parts. */
const MAX_SKIP = 1_000_000_000

/** The same locale and seed always give the same series of texts. */
const series = {
  locale: v.optional(oneOf(sampleLocales)),
  seed: v.optional(seed),
  /** Where in the series to begin: so many aliases are left out. */
  skip: v.optional(integer(0, MAX_SKIP)),
}

export const populateArguments = strictObject({ count: integer(1, max), ...series })
export type SampleRequest = v.InferOutput<typeof populateArguments>

const populateCount = v.pipe(
  v.number(expecting(`an integer from 0 to ${max} or an object such as {count: 250, locale: ja}`)),
  integer(0, max),
)
const populateObject = strictObject({ count: integer(0, max), ...series })

/** The forms of `populate`. */
export const populateForms = [populateCount, populateObject] as const

/** A number is short for an object that has only a count. */
export const populateSpec = v.lazy((input) =>
  typeof input === 'object' && input !== null && !Array.isArray(input)
    ? populateObject
    : populateCount,
)
