import { readFileSync } from 'node:fs'
import { toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { documented } from '../../../src/contract/choices/described.ts'
import { scenarioSchema } from '../../../src/contract/scenario/scenario.ts'

type Json = Record<string, unknown>

type Parameter = { name: string; in: string; required: boolean; schema: object }
type Document = {
  components: { schemas: Json }
  paths: Record<string, { get: { parameters: Parameter[] } }>
}

function published(file: string): Document {
  const text = readFileSync(new URL(`../../../schema/${file}`, import.meta.url), 'utf8')
  return JSON.parse(text) as Document
}

/** The named schemas of a shipped OpenAPI document. */
export function publishedSchemas(file: string): Json {
  return published(file).components.schemas
}

/** The parameters for a GET of this path in a shipped OpenAPI document. */
export function publishedParameters(file: string, path: string): Parameter[] {
  return published(file).paths[path]!.get.parameters
}

/** The current schemas of src/contract in the format of the OpenAPI documents. */
export function schemasNow(schemas: Record<string, v.GenericSchema>): Json {
  const made = toJsonSchemaDefs(schemas, {
    target: 'draft-2020-12',
    errorMode: 'ignore',
    typeMode: 'output',
    overrideRef: ({ referenceId }) => refTo(referenceId),
    overrideSchema: ({ valibotSchema }) =>
      valibotSchema === documented(scenarioSchema) ? { $ref: refTo('Scenario') } : undefined,
  })
  return JSON.parse(JSON.stringify(made)) as Json
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`
}
