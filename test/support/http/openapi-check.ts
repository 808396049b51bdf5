import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { CHOICES } from '../../../src/contract/choices/described.ts'

/** A response as received. */
export type SeenResponse = { status: number; headers: Headers; text: string }

/** The violations of a document by a response, and the choices that the document names there. */
export type Objection = { what: string; choices: string[] }

type Json = Record<string, unknown>
type Response = { headers?: Record<string, { required?: boolean; schema: Json }>; content?: Json }

/** Headers that HTTP itself requires on every response. */
const ordinary = [
  'content-type',
  'content-length',
  'transfer-encoding',
  'date',
  'connection',
  'keep-alive',
]
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Checks responses against an OpenAPI document, read as strictly as possible. */
export class OpenapiCheck {
  readonly #document: Json
  readonly #ajv: Ajv2020
  /** For every part of the document: the choices that it and its parents name. */
  readonly #choices = new Map<unknown, readonly string[]>()

  constructor(document: Json) {
    this.#document = tightened(document) as Json
    this.#ajv = new Ajv2020({
      strict: false,
      validateSchema: false,
      verbose: true, // each objection then includes its part of the document
      // Most schemas check a few answers: to compile them small and fast saves more than it costs.
      inlineRefs: false,
      code: { optimize: false },
      formats: { 'date-time': dateTime },
    })
    this.#ajv.addSchema(this.#document, 'openapi')
    this.#noteChoices(this.#document, [])
  }

  /** All methods and path templates of the document. */
  operations(): { method: string; path: string }[] {
    const methods = ['get', 'head', 'post', 'put', 'delete', 'patch', 'options']
    return Object.entries(this.#document['paths'] as Record<string, Json>).flatMap(([path, item]) =>
      methods.filter((method) => method in item).map((method) => ({ method, path })),
    )
  }

  /** The violations in a response to this operation; empty if there are none. */
  objections(method: string, path: string, seen: SeenResponse): Objection[] {
    const at = ['paths', path, method.toLowerCase()]
    const statusAt = [...at, 'responses', String(seen.status)]
    const { value, place } = this.#resolve(statusAt)
    if (value === undefined) {
      return [
        { what: `${method} ${path} answers ${seen.status}`, choices: [...this.#choicesAt(at)] },
      ]
    }
    const response = value as Response
    const found = [
      ...this.#headers(response, seen, place),
      ...this.#body(response, seen, place, method),
    ]
    return found.map(({ what, choices }) => ({
      what: `${method} ${path} ${seen.status}: ${what}`,
      choices: [...choices, ...this.#choicesAt(statusAt)],
    }))
  }

  /** Whether the document's schema allows this request body. */
  allowsBody(method: string, path: string, body: unknown): boolean {
    const at = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema']
    return this.#schemaAt(at)(body)
  }

  #headers({ headers = {} }: Response, seen: SeenResponse, place: readonly string[]): Objection[] {
    const known = [...ordinary, ...Object.keys(headers).map((name) => name.toLowerCase())]
    const unknown = [...seen.headers.keys()].filter((name) => !known.includes(name))
    const found: Objection[] = unknown.map((name) => ({ what: `header ${name}`, choices: [] }))
    for (const [name, { required }] of Object.entries(headers)) {
      const value = seen.headers.get(name)
      if (value === null) {
        if (required) found.push({ what: `no ${name}`, choices: [] })
        continue
      }
      const valid = this.#schemaAt([...place, 'headers', name, 'schema'])
      if (!valid(/^\d+$/.test(value) ? Number(value) : value))
        found.push({ what: `${name}: ${value}`, choices: [] })
    }
    return found
  }

  #body({ content = {} }: Response, seen: SeenResponse, place: readonly string[], method: string) {
    if (method === 'HEAD' || Object.keys(content).length === 0) {
      return seen.text === '' ? [] : [{ what: 'a body', choices: [] }]
    }
    const [type = ''] = (seen.headers.get('content-type') ?? '').split(';')
    if (!(type in content)) return [{ what: `the type ${type}`, choices: [] }]
    if (type !== 'application/json') return []
    const valid = this.#schemaAt([...place, 'content', type, 'schema'])
    if (valid(JSON.parse(seen.text))) return []
    return (valid.errors ?? []).map((error) => this.#toObjection(error))
  }

  #toObjection({ instancePath, message, params, parentSchema }: ErrorObject): Objection {
    const what = `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`
    return { what, choices: [...(this.#choices.get(parentSchema) ?? [])] }
  }

  #schemaAt(keys: readonly string[]): ValidateFunction {
    const pointer = keys
      .map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent)
      .join('/')
    const valid = this.#ajv.getSchema(`openapi#/${pointer}`)
    if (!valid) throw new Error(`there is no schema at ${pointer}`)
    return valid
  }

  /** Returns the value there, after following `$ref`. */
  #resolve(keys: readonly string[]): { value: unknown; place: readonly string[] } {
    const value = valueAt(this.#document, keys)
    const { $ref } = (value ?? {}) as { $ref?: string }
    if ($ref === undefined) return { value, place: keys }
    return this.#resolve($ref.slice(2).split('/'))
  }

  #choicesAt(keys: readonly string[]): readonly string[] {
    return this.#choices.get(valueAt(this.#document, keys)) ?? []
  }

  #noteChoices(part: unknown, above: readonly string[]): void {
    if (typeof part !== 'object' || part === null) return
    const choices = [...above, ...(((part as Json)[CHOICES] as string[] | undefined) ?? [])]
    this.#choices.set(part, choices)
    for (const inner of Object.values(part)) this.#noteChoices(inner, choices)
  }
}

function valueAt(document: unknown, keys: readonly string[]): unknown {
  return keys.reduce((value, key) => (value as Json | undefined)?.[key], document)
}

/** Closes objects that are open only because of the choice `extra_fields`, so that extra fields are noticed. */
function tightened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tightened)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, tightened(each)]),
  )
  const choices = (copy[CHOICES] as string[] | undefined) ?? []
  return choices.includes('extra_fields') ? { ...copy, additionalProperties: false } : copy
}
