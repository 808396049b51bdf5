// YAML texts that are deep, wide or long; JSON is also YAML.
import { jsonOf } from './json-content.js'

/** A scenario of about `size` bytes. */
export function yamlOf(sample, content, size, draw) {
  if (content === 'valid' || draw.chance(0.4)) return jsonOf(sample, content, size, draw)
  return draw.oneOf({ deep, wide, long }[content])(size)
}

const filled = (size, toLine) => {
  const lines = []
  for (let bytes = 0; bytes < size; bytes += lines.at(-1).length + 1)
    lines.push(toLine(lines.length))
  return `${lines.join('\n')}\n`
}

const deep = [
  (size) => `title: ${'['.repeat(Math.ceil(size / 2))}${']'.repeat(Math.ceil(size / 2))}\n`,
  (size) => `title: ${'{a: '.repeat(Math.ceil(size / 5))}${'}'.repeat(Math.ceil(size / 5))}\n`,
  (size) => `${'- '.repeat(Math.ceil(size / 2))}a\n`,
  // Indentation: the size grows with the square of the depth.
  (size) => filled(size, (line) => `${' '.repeat(line)}a:`),
  (size) => `title: ${'['.repeat(size)}\n`,
]

const wide = [
  (size) => filled(size, (line) => `k${line}: ${line}`),
  (size) => `faults:\n${filled(size, () => '  - { kind: outage }')}`,
  (size) => `aliases:\n${filled(size, () => '  - {}')}`,
  (size) => `timeline:\n${filled(size, (line) => `  - { at: +${line}s, do: rotate_key }`)}`,
  (size) => `expect:\n${filled(size, () => '  - { call: GET /v1/aliases, status: 200 }')}`,
  (size) => `a: &a [1]\n${filled(size, (line) => `b${line}: *a`)}`,
  (size) =>
    `a: &a0 [1]\n${filled(size, (line) => `b${line}: &a${line + 1} [*a${line}, *a${line}]`)}`,
  (size) => filled(size, () => '---'),
  (size) => filled(size, () => '# comment'),
  (size) => filled(size, () => '"'),
]

const long = [
  (size) => `title: ${'a'.repeat(size)}\n`,
  (size) => `title: "${'\\u00e9'.repeat(Math.ceil(size / 6))}"\n`,
  (size) => `${'k'.repeat(size)}: 1\n`,
  (size) => `? ${'k'.repeat(size)}\n: 1\n`,
  (size) => `title: ${'9'.repeat(size)}\n`,
  (size) => `title: |\n${filled(size, () => '  é')}`,
  (size) => `title: ${' '.repeat(size)}x\n`,
  (size) => `!${'t'.repeat(size)} a\n`,
  (size) => `&${'t'.repeat(size)} a\n`,
]
