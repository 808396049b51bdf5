import { expect, it } from 'vitest'
import { actionNames, actionRow } from '../../src/contract/actions.ts'
import { controlShapes } from '../../src/contract/control-shapes.ts'
import { createBody } from '../../src/contract/request-shapes.ts'
import {
  alias,
  aliasPage,
  createdAlias,
  messageError,
  planError,
} from '../../src/contract/shapes.ts'
import { sandboxState } from '../../src/contract/state.ts'
import { publishedSchemas, schemasNow } from '../support/published-schemas.ts'

// The OpenAPI documents are what people and generators read; the schemas that check are held to them.

const published = publishedSchemas('openapi.json')

const answers = { Alias: alias, CreatedAlias: createdAlias, AliasPage: aliasPage }
const refusals = { PlanError: planError, MessageError: messageError }

it.each(Object.entries(schemasNow({ ...answers, ...refusals })))(
  'what /v1 answers is as published, and closed: %s',
  (name, schema) => {
    expect(schema).toEqual({ ...(published[name] as object), additionalProperties: false })
  },
)

it('what a creation takes is as published', () => {
  expect(schemasNow({ CreateAlias: createBody }).CreateAlias).toEqual(published.CreateAlias)
})

const control = schemasNow({ Alias: alias, ...controlShapes, State: sandboxState })

it.each([...Object.keys(controlShapes), 'State'])(
  'what the control API shows is as published: %s',
  (name) => {
    expect(control[name]).toEqual(published[name])
  },
)

it.each(actionNames)('what an action takes is as published: %s', (name) => {
  const given = schemasNow({ Given: actionRow(name).arguments }).Given
  expect(given).toEqual(published[`${toPascal(name)}Arguments`])
})

function toPascal(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}
