// The named schemas of the OpenAPI documents, converted from those of src/contract.
import { toJsonSchemaDefs } from '@valibot/to-json-schema'
import { answersInPlace, namedAnswers } from '../../build/contract/control/answers.js'
import { actionNames, actionRow } from '../../build/contract/actions.js'
import { createBody } from '../../build/contract/request-shapes.js'
import { scenarioEntries, scenarioSchema } from '../../build/contract/scenario/scenario.js'
import { documented } from '../../build/contract/choices/described.js'
import * as v1 from '../../build/contract/shapes.js'
import { createAccountRequest } from '../../build/contract/control/create-account-request.js'
import { scenarioJsonSchema } from '../json-schema.js'
import { oneTypeEach } from './one-type-each.js'

export const v1Schemas = () =>
  convertAll({
    Alias: v1.alias,
    CreatedAlias: v1.createdAlias,
    AliasPage: v1.aliasPage,
    PlanError: v1.planError,
    MessageError: v1.messageError,
    CreateAlias: createBody,
  })

export const controlSchemas = () =>
  oneTypeEach({
    ...scenarioSchemas(),
    CreateAccountRequest: createAccountRequestSchema(),
    ...convertAll({
      ...namedAnswers,
      ...Object.fromEntries(
        actionNames.map((name) => [argumentsName(name), actionRow(name).arguments]),
      ),
    }),
  })

/** The schema of an answer that a row of the control API names. */
export function answerSchema(name) {
  if (name in namedAnswers) return refTo(name)
  answersConverted ??= convertAll({ ...namedAnswers, ...answersInPlace })
  return answersConverted[name]
}
let answersConverted

/** The schema of a body that a row of the control API takes. */
export function bodySchema(schema) {
  if (schema === createAccountRequest) return refTo('CreateAccountRequest')
  const named = Object.keys(namedAnswers).find((name) => namedAnswers[name] === schema)
  return named ? refTo(named) : convert(schema)
}

/** The body of POST accounts: name, key, scenario, and every field of a scenario. */
function createAccountRequestSchema() {
  const { name, api_key, scenario } = convert(createAccountRequest).properties
  const laidOver = Object.keys(scenarioEntries).map((field) => [field, refTo(scenarioPart(field))])
  return {
    type: 'object',
    properties: { name, api_key, scenario, ...Object.fromEntries(laidOver) },
    additionalProperties: false,
  }
}

/** `AdvanceClockArguments` for `advance_clock`. */
export function argumentsName(action) {
  return `${toPascal(action)}Arguments`
}

export function toPascal(words) {
  return words.replaceAll(/(?:^|[^a-z0-9])([a-z0-9])/gi, (_match, letter) => letter.toUpperCase())
}

export function refTo(name) {
  return { $ref: `#/components/schemas/${name}` }
}

/** Converts one schema to be used inline, for parameters. */
export function convert(schema) {
  const { Only } = convertAll({ Only: schema })
  return Only
}

function convertAll(schemas) {
  const converted = toJsonSchemaDefs(schemas, {
    target: 'draft-2020-12',
    errorMode: 'ignore',
    typeMode: 'output',
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema === documented(scenarioSchema)
        ? refTo('Scenario')
        : open(valibotSchema, jsonSchema),
  })
  // Overridden schemas leave their lazy parts behind, under numbers that nothing references.
  return Object.fromEntries(Object.keys(schemas).map((name) => [name, converted[name]]))
}

/** Clients must accept unknown fields, because the choice `extra_fields` can add some. */
function open(schema, jsonSchema) {
  const isAnswer = [v1.alias, v1.createdAlias, v1.aliasPage, v1.planError, v1.messageError].some(
    (each) => schema === documented(each),
  )
  if (!isAnswer) return undefined
  const { additionalProperties: _closed, ...rest } = jsonSchema
  return rest
}

/** A scenario, and each of its fields under a name: generators of clients follow references to names only. */
function scenarioSchemas() {
  // Only editors use the dialect, and nothing references the definitions.
  const { $schema: _dialect, $defs: _unused, properties, ...scenario } = scenarioJsonSchema()
  const fields = Object.keys(properties)
  return {
    Scenario: {
      ...scenario,
      properties: Object.fromEntries(fields.map((field) => [field, refTo(scenarioPart(field))])),
    },
    ...Object.fromEntries(fields.map((field) => [scenarioPart(field), properties[field]])),
  }
}

/** `ScenarioAccount` for `account`. */
function scenarioPart(field) {
  return `Scenario${toPascal(field)}`
}
