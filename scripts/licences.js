// Writes dist/LICENSES.txt: the licence of every package that is bundled, even in part.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundledFiles } from './bundled.js'
import { folderOf, licenceOf } from './licence-of.js'
import { vendored } from './vendored.js'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const folders = new Set([
  ...bundledFiles().flatMap(folderOf),
  ...Object.keys(vendored).map((name) => `node_modules/${name}`),
])
const texts = [...folders].toSorted((a, b) => (a < b ? -1 : 1)).map(licenceOf)
writeFileSync(
  at('dist/LICENSES.txt'),
  `This package contains parts of these packages, each under its own licence.\n\n${texts.join('\n\n')}\n`,
)
