import { expect, it } from 'vitest'
// @ts-expect-error: a script of the build, without types
import { oneTypeEach } from '../../scripts/openapi/one-type-each.js'
import { actionNames, actionRow } from '../../src/contract/actions.ts'
import { controlShapes } from '../../src/contract/control/control-shapes.ts'
import { historyShapes } from '../../src/contract/control/history-shapes.ts'
import { strictObject } from '../../src/contract/values/fields.ts'
import { createBody, listQuery } from '../../src/contract/request-shapes.ts'
import {
  alias,
  aliasPage,
  createdAlias,
  messageError,
  planError,
} from '../../src/contract/shapes.ts'
import { populateForms } from '../../src/contract/scenario/sample-data.ts'
import { scenarioEntries } from '../../src/contract/scenario/scenario.ts'
import { session } from '../../src/contract/session/session.ts'
import {
  publishedParameters,
  publishedSchemas,
  schemasNow,
} from '../support/http/published-schemas.ts'

// People and generators read the OpenAPI documents; the schemas in the code must match them.

const published = publishedSchemas('openapi.json')

const answers = { Alias: alias, CreatedAlias: createdAlias, AliasPage: aliasPage }
const refusals = { PlanError: planError, MessageError: messageError }

it.each(Object.entries(schemasNow({ ...answers, ...refusals })))(
  'what /v1 answers is as published, and closed: %s',
  (name, schema) => {
    expect(schema).toEqual({ ...(published[name] as object), additionalProperties: false })
  },
)

it('the schema of a creation is the published one', () => {
  expect(schemasNow({ CreateAlias: createBody }).CreateAlias).toEqual(published.CreateAlias)
})

it('the schema of each parameter of a list is the published one', () => {
  const { properties } = schemasNow({ Query: listQuery }).Query as { properties: object }
  const parameters = publishedParameters('openapi.json', '/v1/aliases').map(
    ({ name, in: _in, required: _required, schema, ...words }) => [name, { ...schema, ...words }],
  )
  expect(properties).toEqual(Object.fromEntries(parameters))
})

it('the schema of a scenario is the published one', () => {
  // The published schemas of steps, choices and populate are more detailed than the checks.
  const {
    timeline: _timeline,
    expect: _expect,
    choices: _choices,
    populate: _populate,
    ...entries
  } = scenarioEntries
  const { properties } = schemasNow({ Scenario: strictObject(entries) }).Scenario as {
    properties: object
  }
  const fields = Object.keys(scenarioEntries).map((field) => [
    field,
    published[scenarioPart(field)],
  ])
  expect(Object.fromEntries(fields)).toMatchObject(properties)
  expect(Object.entries((published.Scenario as { properties: object }).properties)).toEqual(
    fields.map(([field]) => [
      field,
      { $ref: `#/components/schemas/${scenarioPart(String(field))}` },
    ]),
  )
})

it('the schemas of both forms of populate are the published ones', () => {
  const [Count, Spec] = populateForms
  expect(published.ScenarioPopulate).toEqual({ anyOf: Object.values(schemasNow({ Count, Spec })) })
})

const control = schemasNow({
  Alias: alias,
  ...controlShapes,
  ...historyShapes,
  Session: session,
})

it.each([...Object.keys({ ...controlShapes, ...historyShapes }), 'Session'])(
  'the schema of %s in the control API is the published one',
  (name) => {
    expect(control[name]).toEqual(published[name])
  },
)

it.each(actionNames)('the schema of the arguments of %s is the published one', (name) => {
  const input = schemasNow({ Input: actionRow(name).arguments }).Input
  expect((oneTypeEach as (schema: unknown) => unknown)(input)).toEqual(
    published[`${toPascal(name)}Arguments`],
  )
})

it('no other schema is published', () => {
  const names = [
    'Scenario',
    ...Object.keys(scenarioEntries).map(scenarioPart),
    'CreateAccountRequest',
    'CreateAlias',
    'Session',
    ...Object.keys({ ...answers, ...refusals, ...controlShapes, ...historyShapes }),
    ...actionNames.map((name) => `${toPascal(name)}Arguments`),
  ]
  expect(Object.keys(published).toSorted()).toEqual(names.toSorted())
})

/** The name under which a field of a scenario is published. */
function scenarioPart(field: string): string {
  return `Scenario${toPascal(field)}`
}

function toPascal(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}
