import * as v from 'valibot'
import type { ChoiceId } from './choices.ts'

/** The field of a JSON Schema that lists the choices which affect the schema. */
export const CHOICES = 'x-alias-sandbox-choices'

/**
 * Adds to a schema the API document's description and, where the document leaves something open, the
 * choices that decide it. Only OpenAPI uses them; validation ignores them.
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

type Pipe = readonly (v.GenericSchema | v.PipeItem<unknown, unknown, v.BaseIssue<unknown>>)[]

/** The part of a schema that JSON Schemas show with the type mode "output": the last schema of its pipe. */
export function documented(schema: v.GenericSchema): v.GenericSchema {
  const { pipe = [] } = schema as { pipe?: Pipe }
  const last = pipe.findLast((item): item is v.GenericSchema => item.kind === 'schema')
  return last && last !== schema ? documented(last) : schema
}
