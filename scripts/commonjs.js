// What CommonJS programs load and compile against: for each entry a file that requires the ES module
// (Node 20.19 and later can), and declarations that say so. The code itself is not shipped twice.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes `<entry>.cjs` and `<entry>.d.cts` beside each ES module; `namesOf` tells what it exports. */
export function writeCommonJs(folder, entries, namesOf) {
  for (const entry of entries) {
    writeFileSync(join(folder, `${entry}.cjs`), `module.exports = require('./${entry}.js')\n`)
    writeDeclarations(folder, entry, namesOf(entry))
  }
}

/** The types are those of the ES module; a module of the other kind has to say so. */
export function writeDeclarations(folder, entry, names) {
  const from = `'./${entry}.js' with { 'resolution-mode': 'import' }`
  const lines = names.flatMap((name) => [
    `export declare const ${name}: typeof esm.${name}`,
    // A class is a type, too; its name says that it is one.
    ...(/^[A-Z]/.test(name) ? [`export type ${name} = esm.${name}`] : []),
  ])
  writeFileSync(
    join(folder, `${entry}.d.cts`),
    [`import type * as esm from ${from}`, `export type * from ${from}`, ...lines, ''].join('\n'),
  )
}
