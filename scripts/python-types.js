// Writes what the one file of the Python client has from the OpenAPI document: the shapes of the control API and the version.
import { readFileSync } from 'node:fs'

const SOURCE = 'clients/python/src/alias_sandbox_pytest/__init__.py'
const LINE_LENGTH = 100
/** An enumeration of more values than this has a name. */
const MAX_INLINE = 6

const readText = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

/** The client, by its path. */
export function pythonClient() {
  const document = JSON.parse(readText('schema/openapi.json'))
  const types = `\n${typesOf(document)}\n\n`
  const client = between('types', readText(SOURCE), types)
  return [SOURCE, withVersion(client, document.info.version)]
}

function withVersion(text, version) {
  return text.replace(/(?<=^__version__ = ").*(?="$)/m, version)
}

const marked = (name) => new RegExp(`(?<=# <${name}>\\n)[\\s\\S]*?(?=# </${name}>\\n)`)

function between(name, text, content) {
  if (!marked(name).test(text)) throw new Error(`${SOURCE} has lost the marks around its ${name}`)
  return text.replace(marked(name), () => content)
}

/** What the client names of the document. */
function typesOf({ paths, components: { schemas } }) {
  const types = new Types(schemas)
  const { code, reason } = schemas.ControlError.properties
  const { kind, ...faultArguments } = schemas.ArmFaultArguments.properties
  types.define('ErrorCode', code)
  types.define('RefusalReason', reason)
  types.define('ActionName', { enum: actionsOf(paths) })
  types.define('FaultKind', kind)
  types.define('Outcome', schemas.Entry.properties.outcome)
  types.define('FaultArguments', { properties: faultArguments, required: [] })
  const { to: _address, ...content } = schemas.DeliverMailArguments.properties
  types.define('MailContent', { properties: content, required: [] })
  for (const [name, route] of Object.entries(filters)) {
    types.define(name, queryOf(paths[`/_sandbox/accounts/{account}/${route}`].get))
  }
  for (const name of ['Account', 'Alias', 'Entry', 'Mail', 'Performed', 'Report']) types.refer(name)
  return types.text()
}

const filters = {
  RequestFilter: 'requests',
  RequestWait: 'requests/wait',
  AliasFilter: 'aliases',
  MailFilter: 'inbox',
}

function actionsOf(paths) {
  return Object.keys(paths).flatMap((path) => /^\/_sandbox\/actions\/(\w+)$/.exec(path)?.[1] ?? [])
}

/** The parameters of a query as the schema of an object whose fields may all be left out. */
function queryOf({ parameters }) {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const properties = Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema]))
  return { properties, required: [] }
}

/** The definitions of a Python file. */
class Types {
  #schemas
  #texts = new Map()
  /** Names of the enumerations, by their values. */
  #enums = new Map()

  constructor(schemas) {
    this.#schemas = schemas
  }

  text() {
    return [...this.#texts.values()].join('\n\n\n')
  }

  /** Defines a name for an enumeration or an object, and returns it. */
  define(name, schema) {
    if (this.#texts.has(name)) throw new Error(`two schemas would be called ${name}`)
    if (schema.enum) {
      this.#enums.set(String(schema.enum), name)
      this.#texts.set(name, wrapped(`${name} = Literal[`, schema.enum.map(quoted), ']'))
    } else {
      this.#texts.set(name, '') // keeps its place before what it refers to
      this.#texts.set(name, this.#classOf(name, schema))
    }
    return name
  }

  /** Defines a schema of the document once, and returns its name. */
  refer(name) {
    if (this.#texts.has(name)) return name
    const schema = this.#schemas[name]
    const answer = schema.properties && this.#answerOf(name, schema)
    if (answer === undefined) return this.define(name, schema)
    this.#texts.set(name, answer)
    return name
  }

  #classOf(name, { properties, required }) {
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.#typeOf(schema, name + pascal(field))
      return `    ${safe(field)}: ${required.includes(field) ? type : `NotRequired[${type}]`}`
    })
    return [`class ${name}(TypedDict):`, ...fields].join('\n')
  }

  /** An answer keeps its names; a class cannot have a word of Python among them. */
  #answerOf(name, schema) {
    if (Object.keys(schema.properties).every((field) => safe(field) === field)) return undefined
    const fields = Object.entries(schema.properties).map(
      ([field, each]) => `"${field}": ${this.#typeOf(each, name + pascal(field))}`,
    )
    return wrapped(`${name} = TypedDict("${name}", {`, fields, '})')
  }

  /** The type of a schema; what needs a definition gets `name`. */
  #typeOf(schema, name) {
    if (schema.$ref) return this.refer(schema.$ref.split('/').at(-1))
    if ('const' in schema) return `Literal[${quoted(schema.const)}]`
    if (schema.enum) return this.#enumOf(schema, name)
    const variants = schema.anyOf ?? schema.oneOf
    if (variants) return this.#unionOf(variants, name)
    if (schema.properties) return this.define(name, schema)
    if (schema.type === 'array') return `list[${this.#typeOf(schema.items, name)}]`
    if (schema.type === 'object' || schema.contentMediaType) return 'dict[str, Any]'
    return scalars[schema.type] ?? 'Any'
  }

  #enumOf(schema, name) {
    const known = this.#enums.get(String(schema.enum))
    if (known || schema.enum.length > MAX_INLINE) return known ?? this.define(name, schema)
    return `Literal[${schema.enum.map(quoted).join(', ')}]`
  }

  #unionOf(variants, name) {
    const nameOf = ({ properties }) => name + pascal(properties?.kind?.const ?? '')
    return variants.map((variant) => this.#typeOf(variant, nameOf(variant))).join(' | ')
  }
}

const scalars = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }

const pascal = (field) =>
  field.replaceAll(/(?:^|_)([a-z])/g, (_start, letter) => letter.toUpperCase())

/** A word of Python as a name: the client takes the underscore off again. */
const safe = (field) => (/^(for|from|in|is|as|not|class|with)$/.test(field) ? `${field}_` : field)

function quoted(value) {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

function wrapped(start, items, end) {
  const line = start + items.join(', ') + end
  if (line.length <= LINE_LENGTH) return line
  return [start, ...items.map((item) => `    ${item},`), end].join('\n')
}
