// The OpenAPI documents: `/v1` alone for client authors, and everything with the control API.
import { readFileSync } from 'node:fs'
import { choiceIds, choiceRow } from '../../build/contract/choices/choices.js'
import { v1Schemas, controlSchemas } from './components.js'
import { controlPaths, controlResponses, controlSecurity } from './control.js'
import { v1Paths, v1Security } from './v1.js'
import { inSandbox } from './v1-in-sandbox.js'

const { version: packageVersion } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)

const tags = {
  v1: 'The imitated service: creating and listing aliases.',
  control:
    'The sandbox itself: accounts, requests, history, report, session. The real service has none of these.',
  actions: 'Actions on an account that are not part of /v1.',
}

/** The imitated service without the control API: for client authors and generators. */
export function v1Document() {
  return documentOf({
    title: 'Alias Creation and Listing API',
    description:
      'Creates and lists e-mail aliases. Generated from the tables that drive alias-sandbox. Where the API document is silent, x-alias-sandbox-choices names the choices that decide what the sandbox does (listed under x-alias-sandbox-choice-table); the real service may behave differently there.',
    version: '1',
    tagNames: ['v1'],
    paths: v1Paths(),
    schemas: v1Schemas(),
    securitySchemes: v1Security,
  })
}

/** `/v1` and the control API of the sandbox. */
export function wholeDocument() {
  const control = Object.entries(controlPaths()).map(([path, operations]) => [
    path,
    withSecurity(operations, [{}, { controlToken: [] }]),
  ])
  return documentOf({
    title: 'alias-sandbox',
    description:
      'A local stand-in for a paid e-mail alias API. The tag v1 marks the imitated service; everything else controls the sandbox. Where the API document is silent, x-alias-sandbox-choices names the choices that decide what the sandbox does.',
    version: packageVersion,
    tagNames: Object.keys(tags),
    paths: { ...inSandbox(v1Paths()), ...Object.fromEntries(control) },
    schemas: { ...controlSchemas(), ...v1Schemas() },
    responses: controlResponses,
    securitySchemes: { ...v1Security, ...controlSecurity },
  })
}

function documentOf({ title, version, description, tagNames, paths, ...components }) {
  return {
    openapi: '3.1.0',
    info: { title, version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [
      {
        url: '{base_url}',
        description: 'The API host, or a sandbox.',
        variables: { base_url: { default: 'http://127.0.0.1:25427' } },
      },
    ],
    tags: tagNames.map((name) => ({ name, description: tags[name] })),
    security: [{ apiKey: [] }],
    paths,
    components,
    'x-alias-sandbox-choice-table': Object.fromEntries(choiceIds.map(describeChoice)),
  }
}

function describeChoice(id) {
  const { question, source, default: standard, means, alternatives, also } = choiceRow(id)
  const values = alternatives.map(({ value }) => value)
  return [
    id,
    { question, source, default: standard, means, alternatives: values, also: also?.what },
  ]
}

function withSecurity(operations, security) {
  return Object.fromEntries(
    Object.entries(operations).map(([method, operation]) => [method, { ...operation, security }]),
  )
}
