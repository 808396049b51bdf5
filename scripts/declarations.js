// Ships the declarations that the package's exports reference, and those of the packages that they reference,
// so that the types are complete without other packages.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pruneDeclarations } from './prune-declarations.js'
import { namedFiles } from './reached.js'
import { vendored } from './vendored.js'

const root = fileURLToPath(new URL('..', import.meta.url))

const waiting = namedFiles()
  .filter((file) => /^dist\/.*\.d\.ts$/.test(file))
  .map((file) => file.slice('dist/'.length))
const done = new Set()
/** What the shipped files use of valibot, which they import as `v`. */
const namesOfV = new Set()
for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
  if (done.has(file)) continue
  done.add(file)
  waiting.push(...ship(file))
}
mkdirSync(join(root, 'dist/types'), { recursive: true })
for (const [name, file] of Object.entries(vendored)) {
  const text = withoutComments(readFileSync(join(root, 'node_modules', name, file), 'utf8'))
  const shipped = name === 'valibot' ? pruneDeclarations(text, [...namesOfV]) : text
  writeFileSync(join(root, `dist/types/${name}.d.ts`), shipped)
}

/** Inferred types are nested deeply: a tenth of the package would be spaces. */
function withTabs(text) {
  return text.replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4))
}

/** Nobody reads the comments of another package here, and they are most of its size. */
function withoutComments(text) {
  return text.replaceAll(/^[ \t]*(?:\/\*\*[^]*?\*\/|\/\/#(?:region|endregion).*)\n/gm, '')
}

/** Copies one file and returns the files that it references. */
function ship(file) {
  const found = []
  const text = readFileSync(join(root, 'build', file), 'utf8').replaceAll(
    /((?:from|import)\s*\(?\s*)(['"])([^'"]+)\2/g,
    (_whole, before, quote, path) => `${before}${quote}${shippedPath(file, path, found)}${quote}`,
  )
  if (text.includes('import * as v from'))
    for (const [, name] of text.matchAll(/\bv\.(\w+)/g)) namesOfV.add(name)
  const target = join(root, 'dist', file)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, withTabs(text))
  return found
}

function shippedPath(file, path, found) {
  if (path in vendored) return relative(file, `types/${path}.js`)
  // Node's modules, the peer dependencies of the fixtures, and this package in examples.
  if (/^(node:|vitest\b|@playwright\/test$|alias-sandbox\b)/.test(path)) return path
  if (!path.startsWith('.'))
    throw new Error(`${file} needs the types of ${path}, which is not shipped`)
  found.push(posix.join(posix.dirname(file), path).replace(/\.[jt]s$/, '.d.ts'))
  return path.replace(/\.ts$/, '.js')
}

function relative(file, target) {
  const path = posix.relative(posix.dirname(file), target)
  return path.startsWith('.') ? path : `./${path}`
}
