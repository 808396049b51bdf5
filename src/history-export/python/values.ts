import { Code, escapedJson, NAMED } from '../code.ts'
import type { Names } from '../written.ts'

/** The width that formatters break lines at. */
const WIDTH = 88

/** A JSON value as Python; `depth` is how far the line is indented on which it stands. */
export function toLiteral(value: unknown, names: Names, depth = 0, before = 0): string {
  if (value instanceof Code) return value.text
  if (typeof value === 'string') return toText(value, names)
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const isList = Array.isArray(value)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const entries = Object.entries(value) as [string, unknown][]
  if (entries.length === 0) return `${open}${close}`
  const parts = (inner: number) =>
    entries.map(([key, item]) => {
      const name = isList ? '' : `${quoted(key)}: `
      return `${name}${toLiteral(item, names, inner, name.length + 1)}`
    })
  const short = `${open}${parts(depth).join(', ')}${close}`
  if (!short.includes('\n') && depth * 4 + before + short.length <= WIDTH - 6) return short
  const indent = '    '.repeat(depth + 1)
  const lines = parts(depth + 1).map((part) => `${indent}${part},\n`)
  return `${open}\n${lines.join('')}${'    '.repeat(depth)}${close}`
}

/** A text as Python: fields of named answers are inserted. */
export function toText(
  text: string,
  names: Names,
  wrap: (code: string) => string = (code) => code,
): string {
  const pieces: string[] = []
  let at = 0
  for (const field of text.matchAll(NAMED)) {
    const [mark, name = '', path = ''] = field
    if (!names.has(name)) continue
    if (field.index > at) pieces.push(quoted(text.slice(at, field.index)))
    pieces.push(wrap(`${names.get(name)}${toPath(path)}`))
    at = field.index + mark.length
  }
  if (at < text.length || pieces.length === 0) pieces.push(quoted(text.slice(at)))
  return pieces.join(' + ')
}

/** `aliases.1.id` as `["aliases"][1]["id"]`. */
export function toPath(path: string): string {
  return path
    .split('.')
    .map((key) => (/^\d+$/.test(key) ? `[${key}]` : `["${key}"]`))
    .join('')
}

/** Escapes of JSON mean the same in Python, except pairs of surrogates, which stay as they are. */
export function quoted(text: string): string {
  return escapedJson(text)
}
