import * as v from 'valibot'
import type { ChoiceId } from './choices.ts'

/** The field of a JSON Schema that names the choices which settle something here. */
export const CHOICES = 'x-alias-sandbox-choices'

/**
 * A schema with what the API document says of it and, where the document leaves something open, the
 * choices that settle it here: words for OpenAPI, without weight for a check.
 */
export function described<Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
  ...choices: ChoiceId[]
) {
  return v.pipe(
    schema,
    v.description<v.InferOutput<Schema>, string>(description),
    v.metadata<v.InferOutput<Schema>, { [CHOICES]?: ChoiceId[] }>(
      choices.length > 0 ? { [CHOICES]: choices } : {},
    ),
  )
}
