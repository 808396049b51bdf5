import { Code, escapedJson, NAMED } from '../code.ts'
import type { Names } from '../written.ts'

/** The width that formatters break lines at. */
const WIDTH = 100

/** A value as JavaScript; `depth` is how far the line is indented on which it stands. */
export function toLiteral(value: unknown, names: Names, depth = 0, before = 0): string {
  if (value instanceof Code) return value.text
  if (typeof value === 'string') return toText(value, names)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const entries = Object.entries(value) as [string, unknown][]
  if (entries.length === 0) return `${open}${close}`
  const parts = (inner: number) =>
    entries.map(([key, item]) => {
      const name = isList ? '' : `${toName(key)}: `
      return `${name}${toLiteral(item, names, inner, name.length + 1)}`
    })
  const line = parts(depth).join(', ')
  const short = isList ? `[${line}]` : `{ ${line} }`
  if (!short.includes('\n') && depth * 2 + before + short.length <= WIDTH - 2) return short
  const indent = '  '.repeat(depth + 1)
  return `${open}\n${parts(depth + 1)
    .map((part) => `${indent}${part},\n`)
    .join('')}${'  '.repeat(depth)}${close}`
}

/** A text as JavaScript: fields of named answers are inserted. */
export function toText(
  text: string,
  names: Names,
  wrap: (code: string) => string = (code) => code,
): string {
  const fields = [...text.matchAll(NAMED)].filter(([, name = '']) => names.has(name))
  if (fields.length === 0) return quoted(text)
  const codeOf = (name: string, path: string) => wrap(`${names.get(name)}.${toPath(path)}`)
  if (fields.length === 1 && fields[0]![0] === text) return codeOf(fields[0]![1]!, fields[0]![2]!)
  const escaped = (part: string) => escape(part).replace(/`|\$\{/g, '\\$&')
  let at = 0
  let template = ''
  for (const field of fields) {
    template += `${escaped(text.slice(at, field.index))}\${${codeOf(field[1]!, field[2]!)}}`
    at = field.index + field[0].length
  }
  return `\`${template}${escaped(text.slice(at))}\``
}

export function toVariable(name: string): string {
  return name.replace('_', '')
}

/** `aliases.1.id` as `aliases[1].id`. */
export function toPath(path: string): string {
  return path.replace(/\.(\d+)/g, '[$1]')
}

function toName(key: string): string {
  if (key === '__proto__') return "['__proto__']" // plain, it would set the prototype
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key)
}

/** A text in single quotes, or in double ones where that needs fewer escapes. */
function quoted(text: string): string {
  const count = (mark: string) => text.split(mark).length
  const mark = count("'") > count('"') ? '"' : "'"
  return `${mark}${escape(text).replaceAll(mark, `\\${mark}`)}${mark}`
}

/** Escapes what would end a line or is not visible. */
function escape(text: string): string {
  return escapedJson(text).slice(1, -1).replaceAll('\\"', '"')
}
