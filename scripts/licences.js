// Writes dist/LICENSES.txt: the licence of every package that is bundled, even in part.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundledFiles } from './bundled.js'
import { folderOf, licencesOf } from './licence-of.js'
import { vendored } from './vendored.js'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const folders = new Set([
  ...bundledFiles().flatMap(folderOf),
  ...Object.keys(vendored).map((name) => `node_modules/${name}`),
])
const sorted = [...folders].toSorted((a, b) => (a < b ? -1 : 1))
writeFileSync(
  at('dist/LICENSES.txt'),
  `This package contains parts of these packages, each under its own licence.\n\n${licencesOf(sorted)}\n`,
)
