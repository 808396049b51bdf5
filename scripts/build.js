// Builds the package: docs/decisions/004. `build/` is for tests and scripts; `dist/`, `generated/` and `schema/` are shipped.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'
import { billOfMaterials } from './bill-of-materials.js'
import { buildDashboard } from './browser.js'
import { inputsChecksum, notePath } from './build-inputs.js'
import { licencesOf, packagesOf } from './licences.js'
import { pythonTypes } from './python-types.js'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const library = ['index', 'client', 'fetch', 'msw', 'playwright', 'vitest', 'vitest-setup']
const jest = ['jest', 'jest-teardown', 'jest-environment']

const checksum = inputsChecksum()
rmSync('build', { recursive: true, force: true })
tsc('-p', 'tsconfig.build.json')
for (const folder of ['dist', 'generated']) rmSync(folder, { recursive: true, force: true })
await import('./generate.js')
for (const [path, text] of pythonTypes()) writeFileSync(path, text)
const chunks = (await build({ logLevel: 'warn' })).flatMap((bundle) => bundle.chunks)
for (const entry of library) writeEntry(entry)
for (const entry of jest)
  writeTypes(entry, ['declare const entry: typeof esm.default', 'export = entry'])
copyDeclarations()
const ofBrowsers = await buildDashboard()
const packages = packagesOf([
  'node_modules/@faker-js/faker/',
  ...chunks.flatMap(({ moduleIds = [] }) => moduleIds),
  ...ofBrowsers,
])
writeFileSync('build/packages.json', JSON.stringify(packages))
const about = 'This package contains parts of these packages, each under its own licence.'
writeFileSync('dist/LICENSES.txt', `${about}\n\n${licencesOf(packages)}`)
writeFileSync('dist/sbom.cdx.json', JSON.stringify(billOfMaterials(packages)))
writeFileSync(notePath, checksum)

function tsc(...argv) {
  const path = 'node_modules/typescript/bin/tsc'
  const { status, stdout } = spawnSync(process.execPath, [path, ...argv], { encoding: 'utf8' })
  if (status === 0) return stdout
  console.error(stdout)
  return process.exit(1)
}

/** Each is one module, and its other form leads to it. The modules of Vitest's entries are ES. */
function writeEntry(entry) {
  const { exports, fileName } = chunks.find(({ isEntry, name }) => isEntry && name === entry)
  const names = exports.join(', ')
  if (fileName.endsWith('.js'))
    writeFileSync(`dist/${entry}.cjs`, `module.exports = require('./${fileName}')\n`)
  else writeFileSync(`dist/${entry}.js`, `export { ${names} } from './${fileName}'\n`)
  if (entry === 'msw') return copyTypes(entry)
  const classes = exports.filter((name) => /^[A-Z]/.test(name))
  return writeTypes(entry, [
    `export type * from './${entry}.js' with { 'resolution-mode': 'import' }`,
    ...exports.map((name) => `export declare const ${name}: typeof esm.${name}`),
    ...classes.map((name) => `export type ${name} = esm.${name}`),
  ])
}

/** The types of a CommonJS module, which are those of the ES module. */
function writeTypes(entry, lines) {
  const esm = `import type * as esm from './${entry}.js' with { 'resolution-mode': 'import' }`
  writeFileSync(`dist/${entry}.d.cts`, [esm, ...lines, ''].join('\n'))
}

/** MSW has other types for CommonJS, so these are read as CommonJS; those of this package are not. */
function copyTypes(entry) {
  const types = readFileSync(`build/${entry}.d.ts`, 'utf8')
  const asImported = types.replaceAll(/('\.\/.*');/g, "$1 with { 'resolution-mode': 'import' };")
  writeFileSync(`dist/${entry}.d.cts`, asImported)
}

/** Copies the declarations that the entries lead to; the compiler lists which they are. */
function copyDeclarations() {
  const options = '--ignoreConfig --noEmit --listFilesOnly --skipLibCheck --module nodenext'
  const entries = [...library, ...jest].map((entry) => `build/${entry}.d.ts`)
  const files = tsc(...options.split(' '), ...entries).split('\n')
  for (const file of files.map((each) => relative('build', each)))
    if (file !== '' && !file.startsWith('..')) cpSync(`build/${file}`, `dist/${file}`)
}
