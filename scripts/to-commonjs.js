// Makes CommonJS modules of a bundle's ES modules, which Node loads faster; docs/decisions/004 has the figures. esbuild
// splits code into ES modules only. It converts one too, but reads each import through a getter then, which made a
// creation 10 % dearer; here an import is a constant.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import { init, parse } from 'es-module-lexer'

/**
 * Converts the files of `folder`, `x.js` to `x.cjs`. Those that are `kept` stay ES modules and require the others: Node
 * would read a CommonJS module that is imported twice, the first time for the names of its exports.
 */
export async function toCommonJs(folder, kept) {
  await init
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.js'))) {
    const path = join(folder, file)
    const isKept = kept.includes(file)
    const text = requiring(file, readFileSync(path, 'utf8'), isKept)
    // An error of syntax is to be seen here, not when a user runs the command that loads the file.
    if (!isKept) compileFunction(text.replace(/^#!/, '//'), [], { filename: file })
    const target = isKept ? path : toConverted(path)
    renameSync(path, target) // so that the command stays executable
    writeFileSync(target, text)
  }
}

const toConverted = (path) => path.replace(/\.js$/, '.cjs')

/** How the lexer marks an `import` statement, and `import.meta`; other numbers are places of calls. */
const STATIC = -1
const META = -2

function requiring(file, text, isKept) {
  const [imports, exports] = parse(text)
  const own = imports.filter(({ n: module }) => isOwn(module))
  const statements = (isKept ? own : imports).filter(({ d }) => d === STATIC)
  const edits = [
    ...statements.map(without),
    ...own.filter(({ d }) => d > STATIC).map(toLaterRequire),
  ]
  const constants = statements.map((each) => toConstants(file, text, each)).join('')
  if (isKept) return edited(text, edits, CREATE_REQUIRE + constants)
  edits.push(
    ...imports.filter(({ d }) => d === META).map((each) => toMetaProperty(file, text, each)),
  )
  if (exports.length > 0) edits.push(toAssignment(text, exports))
  return edited(text, edits, `"use strict";${constants}`)
}

const CREATE_REQUIRE =
  'import{createRequire}from"node:module";const require=createRequire(import.meta.url);'

const isOwn = (module) => module?.startsWith('./') === true

const without = ({ ss: start, se: end }) => ({ start, end, by: '' })

/** What the bundle uses of `import.meta`; the second only in a part of yargs that nothing here calls. */
const metaProperties = {
  url: 'require("node:url").pathToFileURL(__filename).href',
  resolve: '(module=>require("node:url").pathToFileURL(require.resolve(module)).href)',
}

function toMetaProperty(file, text, { ss: start, se }) {
  const [name] = /(?<=^\.)\w+/.exec(text.slice(se, se + 20)) ?? ['']
  const end = se + '.'.length + name.length
  if (!(name in metaProperties)) throw unconverted(file, text.slice(start, end))
  return { start, end, by: metaProperties[name] }
}

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
 * `import{a as b}from"./x.js"` as `const{a:b}=require("./x.cjs");`. A module of Node is its own default; other forms the
 * bundle does not have.
 */
function toConstants(file, text, { n: module, ss: start, se: end }) {
  const statement = text.slice(start, end)
  const found = /^import(?:\{(?<names>[^}]*)\}from| (?<whole>[\w$]+) from)?\s*"/.exec(statement)
  const { names, whole } = found?.groups ?? {}
  if (found === null || (whole !== undefined && !module.startsWith('node:')))
    throw unconverted(file, statement)
  const target = names === undefined ? whole && ` ${whole}` : `{${names.replaceAll(' as ', ':')}}`
  const load = `require("${isOwn(module) ? toConverted(module) : module}");`
  return target === undefined ? load : `const${target}=${load}`
}

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
