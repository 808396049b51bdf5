// Makes CommonJS modules of a bundle's ES modules, which Node loads faster; docs/decisions/004 has the figures. esbuild
// splits code into ES modules only. It converts one too, but reads each import through a getter then, which made a
// creation 10 % dearer; here an import is a constant.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import { init, parse } from 'es-module-lexer'

/**
 * Converts the files of `folder`, `x.js` to `x.cjs`. Those that are `kept` stay ES modules, each with one CommonJS module
 * beside it, `x.parts.cjs`, that requires all it needs: a CommonJS module that is imported is read twice, the first time
 * for the names of its exports. Bundlers follow both.
 */
export async function toCommonJs(folder, kept) {
  await init
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.js'))) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    if (kept.includes(file)) {
      const parts = file.replace(/\.js$/, '.parts.cjs')
      const { entry, required } = divided(file, text, parts)
      writeFileSync(path, entry)
      writeCommonJs(join(folder, parts), required)
    } else {
      const target = toConverted(path)
      renameSync(path, target) // so that the command stays executable
      writeCommonJs(target, converted(file, text))
    }
  }
}

/** An error of syntax is to be seen here, not when a user runs the command that loads the file. */
function writeCommonJs(path, text) {
  compileFunction(text.replace(/^#!/, '//'), [], { filename: path })
  writeFileSync(path, text)
}

const toConverted = (path) => path.replace(/\.js$/, '.cjs')

/** How the lexer marks an `import` statement, and `import.meta`; other numbers are places of calls. */
const STATIC = -1
const META = -2

function converted(file, text) {
  const [imports, exports] = parse(text)
  const statements = imports.filter(({ d }) => d === STATIC)
  const edits = [
    ...statements.map(without),
    ...imports.filter(({ n, d }) => d > STATIC && isOwn(n)).map(toLaterRequire),
    ...imports.filter(({ d }) => d === META).map((each) => toMetaProperty(file, text, each)),
  ]
  if (exports.length > 0) edits.push(toAssignment(text, exports))
  return edited(text, edits, `"use strict";${toConstants(file, text, statements)}`)
}

/** An entry, and the module of its parts. */
function divided(file, text, parts) {
  const own = parse(text)[0].filter(({ n }) => isOwn(n))
  const statements = own.filter(({ d }) => d === STATIC)
  const later = own.filter(({ d }) => d > STATIC)
  const edits = [...statements.map(without), ...later.map(toLaterImport)]
  const required = `"use strict";${toConstants(file, text, statements)}`
  const names = [...required.matchAll(/const\{([^}]*)\}/g)]
    .flatMap(([, list]) => list.split(','))
    .map((name) => name.split(':').at(-1).trim())
    .join(',')
  return {
    entry: edited(text, edits, `import parts from"./${parts}";const{${names}}=parts;`),
    required: `${required}module.exports={${names}};`,
  }
}

const isOwn = (module) => module?.startsWith('./') === true

const without = ({ ss: start, se: end }) => ({ start, end, by: '' })

/** In an ES module that a bundler makes, this still loads a module of Node's, and `require` does not. */
const toBuiltin = (module) => `process.getBuiltinModule("${module}")`

/** What the bundle uses of `import.meta`; the second only in a part of yargs that nothing here calls. */
const metaProperties = {
  url: `${toBuiltin('node:url')}.pathToFileURL(__filename).href`,
  resolve: `(module=>${toBuiltin('node:url')}.pathToFileURL(require.resolve(module)).href)`,
}

function toMetaProperty(file, text, { ss: start, se }) {
  const [name] = /(?<=^\.)\w+/.exec(text.slice(se, se + 20)) ?? ['']
  const end = se + '.'.length + name.length
  if (!(name in metaProperties)) throw unconverted(file, text.slice(start, end))
  return { start, end, by: metaProperties[name] }
}

const toLaterImport = ({ n: module, s: start, e: end }) => ({
  start,
  end,
  by: `"${toConverted(module)}"`,
})

const toLaterRequire = ({ n: module, ss: start, se: end }) => ({
  start,
  end,
  by: `Promise.resolve().then(()=>require("${toConverted(module)}"))`,
})

/** The one `export{…}` of a file. */
function toAssignment(text, exports) {
  const start = text.lastIndexOf('export{', exports[0].s)
  const names = exports.map(({ n: name, ln: local }) =>
    name === local ? name : `${name}:${local}`,
  )
  return { start, end: text.indexOf('}', start) + 1, by: `module.exports={${names.join(',')}}` }
}

/**
 * All of `import{a as b}from"./x.js"` as one `const{a:b}=require("./x.cjs");` for each module. A module of Node is its own
 * default; other forms the bundle does not have.
 */
function toConstants(file, text, statements) {
  const constants = new Map()
  const wholes = []
  for (const { n: module, ss: start, se: end } of statements) {
    const statement = text.slice(start, end)
    const found = /^import(?:\{(?<list>[^}]*)\}from| (?<whole>[\w$]+) from)?\s*"/.exec(statement)
    const { list, whole } = found?.groups ?? {}
    const isBuiltin = module.startsWith('node:')
    if (found === null || !(isBuiltin || (isOwn(module) && whole === undefined)))
      throw unconverted(file, statement)
    const load = isBuiltin ? toBuiltin(module) : `require("${toConverted(module)}")`
    if (whole !== undefined) wholes.push(`const ${whole}=${load};`)
    else constants.set(load, [...(constants.get(load) ?? []), ...toTargets(list)])
  }
  const named = [...constants].map(([load, targets]) =>
    targets.length === 0 ? `${load};` : `const{${targets.join(',')}}=${load};`,
  )
  return named.join('') + wholes.join('')
}

const toTargets = (list) => list?.split(',').map((name) => name.trim().replace(' as ', ':')) ?? []

/** The text with each `{ start, end, by }` replaced; they do not overlap. `head` comes after a `#!`. */
function edited(text, edits, head) {
  const hashBang = /^(?:#!.*\n)?/.exec(text)[0]
  let result = `${hashBang}${head}\n`
  let from = hashBang.length
  for (const { start, end, by } of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(from, start) + by
    from = end
  }
  return result + text.slice(from)
}

const unconverted = (file, code) => new Error(`${file} has what is not converted: ${code}`)
