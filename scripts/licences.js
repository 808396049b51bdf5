// The licences of the packages that are bundled, even in part.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** The folder of the package that contains each file: the last one under node_modules. */
export function packagesOf(files) {
  const folder = /node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+/
  const folders = files.flatMap((file) => folder.exec(file)?.[0] ?? [])
  return [...new Set(folders)].toSorted((a, b) => (a < b ? -1 : 1))
}

/** The licences of packages, one after another. @throws when one has none: we may not ship the package then. */
export function licencesOf(folders) {
  const licences = folders.map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(at(`${folder}/package.json`), 'utf8'),
    )
    const file = readdirSync(at(folder)).find((each) => /^(licen[cs]e|copying)/i.test(each))
    if (file === undefined) throw new Error(`${folder} is bundled and has no licence text`)
    const text = readFileSync(at(`${folder}/${file}`), 'utf8')
      .replaceAll('\r', '')
      .trim()
    return `${'='.repeat(78)}\n${name} ${version} (${license})\n\n${text}\n`
  })
  return licences.join('\n')
}
