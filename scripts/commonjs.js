// Lets CommonJS programs load and compile against the package. For each entry, one file requires the ES
// module (Node 20.19 and later), and one declares its types. The code itself is not shipped twice.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The require of Node itself, from its own context: the one of Jest loads ES modules only on Node 24.9 and later. */
export const NODE_REQUIRE =
  "require('node:vm').runInThisContext('process').getBuiltinModule('module').createRequire(__filename)"

/**
 * Writes `<entry>.cjs` and `<entry>.d.cts` next to each ES module; `namesOf` returns the names of its
 * exports.
 */
export function writeCommonJs(folder, entries, namesOf) {
  for (const entry of entries) {
    writeFileSync(
      join(folder, `${entry}.cjs`),
      `module.exports = ${NODE_REQUIRE}('./${entry}.js')\n`,
    )
    writeDeclarations(folder, entry, namesOf(entry))
  }
}

/** The types come from the ES module; a CommonJS file must request that explicitly. */
export function writeDeclarations(folder, entry, names) {
  const from = `'./${entry}.js' with { 'resolution-mode': 'import' }`
  const lines = names.flatMap((name) => [
    `export declare const ${name}: typeof esm.${name}`,
    // A class is also a type.
    ...(/^[A-Z]/.test(name) ? [`export type ${name} = esm.${name}`] : []),
  ])
  writeFileSync(
    join(folder, `${entry}.d.cts`),
    [`import type * as esm from ${from}`, `export type * from ${from}`, ...lines, ''].join('\n'),
  )
}
