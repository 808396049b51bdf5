// Finds the files that the package's commands and exports need, by following their imports.
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

const at = (path) => new URL(`../${path}`, import.meta.url)

/** All files that package.json names as a command or an export, under any condition. */
export function namedFiles() {
  const { bin, exports } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  return filesIn([bin, exports])
}

/** Those files and all files that they load: compiled code and declarations. */
export function reachedFiles() {
  const found = new Set()
  const waiting = namedFiles()
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file) || !existsSync(at(file))) continue
    found.add(file)
    if (/\.[cm]?[jt]s$/.test(file)) waiting.push(...neighboursOf(file))
  }
  return found
}

function filesIn(value) {
  if (typeof value === 'string') return [posix.normalize(value)]
  return Object.values(value).flatMap(filesIn)
}

const REFERENCE =
  /(?:from|import|import\(|require\(|createRequire\(__filename\)\()\s*['"](\.[^'"]+)['"]/g

/** Declarations reference source files: `./x.ts` means `./x.d.ts`. */
function neighboursOf(file) {
  const isDeclaration = /\.d\.c?ts$/.test(file)
  return [...readFileSync(at(file), 'utf8').matchAll(REFERENCE)].map(([, path]) => {
    const target = posix.join(posix.dirname(file), path)
    return isDeclaration ? target.replace(/\.[jt]s$/, '.d.ts') : target
  })
}
