// Writes what the Python client has of the OpenAPI document: the version, the shapes of what its methods take and
// return, and the methods that are a route and nothing else.
import { readFileSync } from 'node:fs'

const FOLDER = 'clients/python/src/alias_sandbox'
/** An enumeration of more values than this is a string, unless it has a name. */
const MAX_INLINE = 6
/** The results of methods. An object inside one of these is a dict, unless it is one of these. */
const RETURNED = ['Account', 'Alias', 'Request', 'Fault', 'Mail', 'Performed', 'Replay', 'Report']
const ACCOUNT = '/_sandbox/accounts/{account}'
/** The methods that are a route of the sandbox or of an account, by their class. */
const METHODS = {
  SandboxRoutes: { history: 'get history', session: 'get session', reset: 'post reset' },
  AccountRoutes: {
    state: 'get',
    aliases: 'get aliases',
    history: 'get history',
    requests: 'get requests',
    wait_for_requests: 'get requests/wait',
  },
  AliasInbox: {
    list: 'get inbox',
    get: 'get inbox/{id}',
    wait_for: 'get inbox/wait',
    raw: 'get inbox/{id}/raw',
    attachment: 'get inbox/{id}/attachments/{number}',
    clear: 'delete inbox',
  },
}
/** The parameters of these routes. */
const QUERIES = {
  'get aliases': 'AliasFilter',
  'get history': 'HistoryFilter',
  'get requests': 'RequestFilter',
  'get requests/wait': 'RequestWait',
  'get inbox': 'MailFilter',
  'get inbox/wait': 'MailWait',
}

const API = `"""The version, and the shapes of the control API, from its OpenAPI document: the build writes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from typing_extensions import NotRequired
`

const ROUTES = `"""The methods that are a route and nothing else, from the OpenAPI document: the build writes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._control import Asking

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._api import Account, Alias, Mail, Request
    from ._api import ${Object.values(QUERIES).toSorted().join(', ')}
`

/** The files, by their path. */
export function pythonTypes() {
  const schema = readFileSync(new URL('../schema/openapi.json', import.meta.url), 'utf8')
  const { info, paths, components } = JSON.parse(schema)
  const { kind } = components.schemas.ArmFaultArguments.properties
  const api = [
    `${API}\n__version__ = "${info.version}"`,
    enumeration('ActionName', actionsOf(paths)),
    enumeration('FaultKind', kind.enum),
    ...RETURNED.map((name) => `\n\n${classOf(name, components.schemas[name])}`),
    ...Object.keys(QUERIES).map(
      (route) => `

${queryOf(paths, route)}`,
    ),
  ]
  const routes = Object.entries(METHODS).map(([name, methods]) => {
    const root = name === 'SandboxRoutes' ? '/_sandbox' : ACCOUNT
    const members = Object.entries(methods).map(([method, route]) =>
      methodOf(method, route, routeOf(paths, route, root), components),
    )
    return `\n\nclass ${name}(Asking):\n${members.join('\n\n')}`
  })
  return [
    [`${FOLDER}/_api.py`, `${api.join('\n').trimEnd()}\n`],
    [`${FOLDER}/_routes.py`, `${[ROUTES.trimEnd(), ...routes].join('\n')}\n`],
  ]
}

function routeOf(paths, route, root = ACCOUNT) {
  const [method, path] = route.split(' ')
  return paths[[root, path].filter(Boolean).join('/')][method]
}

/** A method that asks the route. */
function methodOf(name, route, { summary, responses, parameters = [] }, { schemas }) {
  const [method, path = ''] = route.split(' ')
  const query = QUERIES[route]
  const inPath = parameters.filter((each) => path.includes(`{${each.name}}`))
  const taken = inPath.map((parameter) => `, ${parameter.name}: ${parameterType(parameter)}`)
  if (query) taken.push(`, **filter: Unpack[${query}]`)
  const { type, part } = resultOf(responses, schemas, method)
  const told = summary.replace(/[ ;:]*\(.*|;.*/, '')
  const parts = path.split('/').map((each) => each.replace(/^\w+$/, quoted))
  const asked = [quoted(method.toUpperCase()), ...parts, query && 'query=filter'].filter(Boolean)
  const call = `self._ask(${asked.join(', ').replace(/[{}]/g, '')})`
  return [
    `    def ${name}(self${taken.join('')}) -> ${type}:`,
    `        """${told}.${responses[408] ? ' Raises `timeout`.' : ''}"""`,
    `        ${type === 'None' ? '' : 'return '}${call}${part ? `["${part}"]` : ''}`,
  ].join('\n')
}

/** What a method that reads returns: the list that an answer begins with, or else all of it. */
function resultOf(responses, schemas, method) {
  const content = responses[200]?.content
  if (!content || method !== 'get') return { type: 'None' }
  const answer = content['application/json']?.schema
  if (!answer) return { type: 'bytes' }
  const shape = answer.$ref?.split('/').at(-1)
  const schema = shape && !RETURNED.includes(shape) ? schemas[shape] : answer
  const [[part, of]] = Object.entries(schema.properties ?? { '': answer })
  return of.type === 'array' ? { type: typeOf(of), part } : { type: typeOf(answer) }
}

/** The parameters of a wait are those of its list, and more. */
function queryOf(paths, route) {
  const [list, isWait] = route.split('/')
  const known = isWait ? parametersOf(paths, list).map(({ name }) => name) : []
  const more = parametersOf(paths, route).filter(({ name }) => !known.includes(name))
  const items = more.map((parameter) => `    ${parameter.name}: ${parameterType(parameter)}`)
  const base = isWait ? QUERIES[list] : 'TypedDict'
  return [`class ${QUERIES[route]}(${base}, total=False):`, ...items].join('\n')
}

function parametersOf(paths, route) {
  return routeOf(paths, route).parameters.filter((parameter) => parameter.in === 'query')
}

function parameterType({ name, schema }) {
  if (schema.contentMediaType) return 'Mapping[str, object]'
  return given[name] ?? typeOf(schema)
}

/** What can be given for parameters that are a time, a list or a number. */
const given = { since: 'str | float | datetime', types: 'Sequence[str]', number: 'int' }

function actionsOf(paths) {
  return Object.keys(paths).flatMap((path) => /^\/_sandbox\/actions\/(\w+)$/.exec(path)?.[1] ?? [])
}

function enumeration(name, values) {
  return `\n${name} = Literal[\n${values.map((value) => `    ${quoted(value)},\n`).join('')}]`
}

function classOf(name, { properties, required }) {
  const fields = Object.entries(properties).map(([field, schema]) => {
    const type = typeOf(schema)
    return [field, required.includes(field) ? type : `NotRequired[${type}]`]
  })
  // A class cannot have a word of Python among its fields.
  if (fields.some(([field]) => /^(for|from|in|is|as|not|class|with)$/.test(field))) {
    const items = fields.map(([field, type]) => `        "${field}": ${type},\n`)
    return `${name} = TypedDict(\n    "${name}",\n    {\n${items.join('')}    },\n)`
  }
  const items = fields.map(([field, type]) => `    ${field}: ${type}`)
  return [`class ${name}(TypedDict):`, ...items].join('\n')
}

function typeOf(schema) {
  const name = schema.$ref?.split('/').at(-1)
  if (name) return RETURNED.includes(name) ? name : 'dict[str, Any]'
  if ('const' in schema) return `Literal[${quoted(schema.const)}]`
  if (schema.enum) return schema.enum.length > MAX_INLINE ? 'str' : literal(schema.enum)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return [...new Set(variants.map(typeOf))].join(' | ')
  if (schema.type === 'array') return `list[${typeOf(schema.items)}]`
  if (schema.type === 'object' || schema.contentMediaType) return 'dict[str, Any]'
  return scalars[schema.type] ?? 'Any'
}

const scalars = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }

const literal = (values) => `Literal[${values.map(quoted).join(', ')}]`

function quoted(value) {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}
