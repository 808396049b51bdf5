// The licence of a package that is bundled.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** The folder of the package that contains a file: the last one under node_modules. */
export function folderOf(file) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []
}

/** @throws when the package has no licence text, because we may not ship it then. */
export function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(at(`${folder}/package.json`), 'utf8'))
  const file = readdirSync(at(folder)).find((each) => /^(licen[cs]e|copying)/i.test(each))
  if (file === undefined) throw new Error(`${folder} is bundled and has no licence text`)
  const text = readFileSync(at(`${folder}/${file}`), 'utf8').trim()
  return `${'='.repeat(78)}\n${name} ${version} (${license})\n\n${text}`
}
