// Writes what the Python client has of the OpenAPI document: the version, and the shapes of what its methods take and return.
import { readFileSync } from 'node:fs'

const FILE = 'clients/python/src/alias_sandbox_pytest/_api.py'
const LINE_LENGTH = 100
/** An enumeration of more values than this is a string, unless it has a name. */
const MAX_INLINE = 6
/** The results of methods. An object inside one of these is a dict, unless it is one of these. */
const RETURNED = ['Account', 'Alias', 'Entry', 'Fault', 'Mail', 'Performed', 'Report']

const HEADER = `"""The version, and the shapes of the control API, from its OpenAPI document: \`npm run docs\`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired
`

/** The file, by its path. */
export function pythonTypes() {
  const schema = readFileSync(new URL('../schema/openapi.json', import.meta.url), 'utf8')
  const { info, paths, components } = JSON.parse(schema)
  const { kind } = components.schemas.ArmFaultArguments.properties
  const parts = [
    `${HEADER}\n__version__ = "${info.version}"`,
    enumeration('ActionName', actionsOf(paths)),
    enumeration('FaultKind', kind.enum),
    ...RETURNED.map((name) => `\n\n${classOf(name, components.schemas[name])}`),
  ]
  return [FILE, `${parts.join('\n').trimEnd()}\n`]
}

function actionsOf(paths) {
  return Object.keys(paths).flatMap((path) => /^\/_sandbox\/actions\/(\w+)$/.exec(path)?.[1] ?? [])
}

function enumeration(name, values) {
  return `\n${name} = Literal[\n${filled(values.map((value) => `${quoted(value)},`))}\n]`
}

/** Words in lines of a block. */
function filled(words) {
  const lines = []
  let line = '   '
  for (const word of words) {
    if (line.length + 1 + word.length > LINE_LENGTH) {
      lines.push(line)
      line = '   '
    }
    line += ` ${word}`
  }
  return [...lines, line].join('\n')
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
