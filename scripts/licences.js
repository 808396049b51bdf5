// Writes dist/LICENSES.txt: the licence of every package that is bundled, even in part.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundledFiles } from './bundled.js'
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

/** The folder of the package that contains a file: the last one under node_modules. */
function folderOf(file) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []
}

/** @throws when the package has no licence text, because we may not ship it then. */
function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(at(`${folder}/package.json`), 'utf8'))
  const file = readdirSync(at(folder)).find((each) => /^(licen[cs]e|copying)/i.test(each))
  if (file === undefined) throw new Error(`${folder} is bundled and has no licence text`)
  const text = readFileSync(at(`${folder}/${file}`), 'utf8').trim()
  return `${'='.repeat(78)}\n${name} ${version} (${license})\n\n${text}`
}
