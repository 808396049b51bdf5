import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { operationRow, operations } from '../../src/contract/operations.ts'
import '../support/process/fresh-build.js'

// Both documents have each operation of the table, and no other one on /v1.

const verbs = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace']

it.each(['openapi-v1.json', 'openapi.json'])('%s has the operations of the table', (file) => {
  const text = readFileSync(new URL(`../../schema/${file}`, import.meta.url), 'utf8')
  const { paths } = JSON.parse(text) as { paths: Record<string, object> }
  const described = Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((verb) => [verb, path] as const))
    .filter(([verb]) => verbs.includes(verb))
  const meant = operations.map((operation) => {
    const { method, path } = operationRow(operation)
    return `${method} ${path}`
  })
  const told = described.map(([verb, path]) => `${verb.toUpperCase()} ${path}`)
  expect(told.toSorted()).toEqual(meant.toSorted())
})
