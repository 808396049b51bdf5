import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import '../support/process/fresh-build.js'
// @ts-expect-error: a script of the build, without types
import { v1Document, wholeDocument } from '../../scripts/openapi/document.js'
import { choiceIds } from '../../src/contract/choices/choices.ts'
import { mailChoices } from '../../src/contract/choices/mail.ts'
import { CHOICES } from '../../src/contract/choices/described.ts'
import { documentedErrors } from '../../src/contract/errors.ts'
import { openapiFiles } from '../../src/node/files/documents.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { runCli } from '../support/process/run-cli.ts'

type Document = { openapi: string; paths: Record<string, Record<string, unknown>> }

type Operation = {
  requestBody?: { required: boolean }
  responses: Record<string, { headers?: Record<string, object> }>
}

const shipped = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as Document
const all = shipped(openapiFiles.all)
const v1 = shipped(openapiFiles.v1)

/** Every value of a field, at any depth. */
function valuesOf(field: string, part: unknown): unknown[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) =>
    key === field ? [value] : valuesOf(field, value),
  )
}

describe('the OpenAPI documents', () => {
  it.each([
    ['of all', all, wholeDocument],
    ['of /v1', v1, v1Document],
  ])('%s is up to date with the contract (otherwise: npm run build)', (_of, document, make) => {
    expect(document).toEqual(JSON.parse(JSON.stringify((make as () => Document)())))
    expect(document.openapi).toBe('3.1.0')
  })

  it.each([
    ['of all', all],
    ['of /v1', v1],
  ])(
    '%s has what generators of clients read: references to names, one type a schema',
    (_of, document) => {
      const isNamed = /^#\/components\/[a-zA-Z]+\/\w+$/
      expect(valuesOf('$ref', document).filter((ref) => !isNamed.test(String(ref)))).toEqual([])
      expect(valuesOf('type', document).filter(Array.isArray)).toEqual([])
    },
  )

  it('for client authors contain the two operations of the service and nothing of the sandbox', () => {
    expect(Object.keys(v1.paths)).toEqual(['/v1/aliases'])
    expect(Object.keys(v1.paths['/v1/aliases']!).filter((key) => !key.startsWith('x-'))).toEqual([
      'post',
      'get',
    ])
    expect(JSON.stringify(v1)).not.toContain('/_sandbox')
  })

  it('tell in the whole document alone what a sandbox answers on /v1 beside the service', () => {
    const answersOf = (document: typeof all, method: string) =>
      (document.paths['/v1/aliases'] as Record<string, Operation>)[method]!.responses
    for (const [method, added] of [
      ['get', ['404', '405', '414', '431']],
      ['post', ['404', '405', '414', '431', '507']],
    ] as const) {
      const [whole, service] = [answersOf(all, method), answersOf(v1, method)]
      expect(Object.keys(whole)).toEqual([...Object.keys(service), ...added].toSorted())
      expect(whole).toMatchObject(service)
    }
    expect(answersOf(all, 'post')['507']).toMatchObject({
      'x-alias-sandbox-outcomes': [{ outcome: 'server_error', basis: 'injected' }],
    })
  })

  it('name every choice where it applies, and no unknown ones', () => {
    const named = new Set(valuesOf(CHOICES, v1).flat())
    const ofCalls = choiceIds.filter((id) => !(id in mailChoices))
    expect([...named].toSorted()).toEqual(ofCalls.toSorted())
  })

  it('name every refusal of the API document with its section', () => {
    const outcomes = valuesOf('x-alias-sandbox-outcomes', v1) as { outcome: string }[][]
    const named = outcomes.flat().map(({ outcome }) => outcome)
    expect(named).toEqual(expect.arrayContaining(documentedErrors))
  })

  it('describe each answer as the API document does', () => {
    const { post, get } = v1.paths['/v1/aliases'] as Record<string, Operation>
    const documented = ['200', '400', '401', '403', '429', '503']
    expect(Object.keys(get!.responses)).toEqual(documented)
    expect(Object.keys(post!.responses)).toEqual(
      [...documented, '409', '413', '415'].toSorted(), // 413 and 415 are our own and marked as such
    )
    expect(post!.requestBody?.required).toBe(false)
    expect(post!.responses['503']?.headers?.['Retry-After']).toMatchObject({
      required: true,
      schema: { const: 30 },
    })
    expect(post!.responses['429']?.headers?.['Retry-After']).toMatchObject({ required: false })
    expect(get!.responses['429']?.headers?.['Retry-After']).toMatchObject({ required: true })
    expect(valuesOf('enum', post!.responses['403'])).toEqual([
      ['plan_required', 'plan_past_due', 'plan_canceled'],
    ])
  })

  it('have no dangling references', () => {
    for (const document of [all, v1]) {
      for (const ref of valuesOf('$ref', document) as string[]) {
        const keys = ref.slice(2).split('/')
        expect(
          keys.reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], document),
          ref,
        ).toBeTypeOf('object')
      }
    }
  })
})

describe('the documents can be read', () => {
  it.each([
    ['', all],
    ['?api=all', all],
    ['?api=v1', v1],
  ])('from GET /_sandbox/openapi.json%s', async (query, document) => {
    const { url } = await freshSandbox()
    const response = await fetch(`${url}/_sandbox/openapi.json${query}`)
    expect([response.status, await response.json()]).toEqual([200, document])
  })

  it('only under the known names of GET /_sandbox/openapi', async () => {
    const { url } = await freshSandbox()
    const response = await fetch(`${url}/_sandbox/openapi.json?api=v2`)
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        message: 'api must be one of all, v1 (got "v2"; did you mean "v1"?)',
        code: 'bad_argument',
        field: 'api',
      },
    ])
  })

  it.each([
    [['openapi'], all],
    [['openapi', 'v1'], v1],
  ])('from alias-sandbox %j', async (argv, document) => {
    const { exitCode, stdout } = await runCli(argv)
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, document])
  })

  it('and alias-sandbox openapi v2 lists the known names', async () => {
    const { exitCode, stderr } = await runCli(['openapi', 'v2'])
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('expected all or v1')])
  })
})
