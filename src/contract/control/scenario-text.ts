import * as v from 'valibot'
import { expecting, pattern, strictObject } from '../values/fields.ts'

/** The body of `POST scenarios/check`. */
export const scenarioText = strictObject({
  text: v.pipe(v.string(expecting('a string')), v.description('The scenario, as YAML or JSON.')),
  file: v.optional(
    v.pipe(
      pattern(/^[^/\\]{1,120}$/, 'a file name of at most 120 characters, without folders'),
      v.description('The file name in messages.'),
    ),
    'scenario.yaml',
  ),
})
