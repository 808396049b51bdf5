import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { actionNames } from '../../src/contract/actions.ts'
import { routes } from '../../src/control/routes.ts'
// @ts-expect-error: plain JavaScript, without types
import * as table from './table.js'

type ResourceRow = { name: string; covers: string[] }
type Parameter = { in: string; name: string }
type Operation = { parameters?: Parameter[]; requestBody?: object }

const rows = table.rows as ResourceRow[]
const covered = new Set(rows.flatMap(({ covers }) => covers))
const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const { paths } = JSON.parse(readFileSync(at('schema/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
}

/** A path about the default account also exists under accounts/{account}, and is the same input. */
const isSecondForm = (path: string) =>
  path.replace('/accounts/{account}/', '/') !== path &&
  path.replace('/accounts/{account}/', '/') in paths

const operations = Object.entries(paths)
  .filter(([path]) => !isSecondForm(path))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      ...operation,
    })),
  )
  .filter(({ name }) => /^[A-Z]+ \//.test(name) && !name.startsWith('X-'))

describe('the resource fuzzer', () => {
  it.each(operations)('has a row for $name', ({ name }) => {
    expect(covered).toContain(name)
  })

  it.each(operations.filter(({ requestBody }) => requestBody))(
    'has a row for the body of $name',
    ({ name }) => {
      expect(covered).toContain(`${name} body`)
    },
  )

  it.each(
    operations.flatMap(({ name, parameters = [] }) =>
      parameters.map((parameter) => `${name} ${parameter.in}:${parameter.name}`),
    ),
  )('has a row for %s', (parameter) => {
    expect(covered).toContain(parameter)
  })

  it.each(actionNames)('has a row for the action %s', (action) => {
    expect(covered).toContain(`POST /_sandbox/actions/${action} body`)
  })

  it.each(
    routes
      .filter(({ path }) => path !== 'actions/:action')
      .map(({ method, path }) => `${method} /_sandbox/${path.replace(/:(\w+)/g, '{$1}')}`),
  )('has a row for the route %s', (route) => {
    expect(covered).toContain(route)
  })

  it.each(headersRead())('has a row for the header %s', (header) => {
    expect(covered).toContain(`header:${header}`)
  })

  it.each(['EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA'])('has a row for %s of SMTP', (command) => {
    expect(covered).toContain(`smtp:${command}`)
  })

  it('gives each row a name of its own', () => {
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  })
})

/** All headers that the control API and the server read by name. */
function headersRead(): string[] {
  const source = [at('src/control'), at('src/node/http')]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
    )
    .join('\n')
  const reads = source.matchAll(
    /(?<!Bounds\.)headers(?:\[['"]([a-z-]+)['"]\]|\.([a-z]+)\b)(?!\s*=[^=])/g,
  )
  const unpacked = source.matchAll(/'(sec-[a-z-]+)'/g)
  return [...new Set([...reads, ...unpacked].map((match) => (match[1] ?? match[2])!))]
    .filter((name) => name !== 'x-alias-sandbox') // sent, but never read
    .toSorted()
}
