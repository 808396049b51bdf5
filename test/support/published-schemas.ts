import { readFileSync } from 'node:fs'
import { toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { scenarioSchema } from '../../src/contract/scenario.ts'

type Json = Record<string, unknown>

/** The named schemas that a shipped OpenAPI document holds. */
export function publishedSchemas(path: string): Json {
  const text = readFileSync(new URL(`../../schema/${path}`, import.meta.url), 'utf8')
  return (JSON.parse(text) as { components: { schemas: Json } }).components.schemas
}

/** What the schemas of src/contract say now, written as the OpenAPI documents write them. */
export function schemasNow(schemas: Record<string, v.GenericSchema>): Json {
  const made = toJsonSchemaDefs(schemas, {
    target: 'draft-2020-12',
    errorMode: 'ignore',
    typeMode: 'input',
    overrideRef: ({ referenceId }) => refTo(referenceId),
    overrideSchema: ({ valibotSchema }) =>
      valibotSchema === scenarioSchema ? { $ref: refTo('Scenario') } : undefined,
  })
  return JSON.parse(JSON.stringify(made)) as Json
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`
}
