// The licences of the packages that a bundle holds.
import { readdirSync, readFileSync } from 'node:fs'

/**
 * The text of every licence, by package, of what esbuild says went in.
 * @throws when a package has none.
 */
export function licencesOf(metafile) {
  const folders = new Set(Object.keys(metafile.inputs).flatMap(folderOf))
  const texts = [...folders].toSorted().map(licenceOf)
  return `This package holds parts of these, each under its own licence.\n\n${texts.join('\n\n')}`
}

/** The folder of the package that a file is of: the last one under node_modules. */
function folderOf(file) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each))
  const text = file === undefined ? undefined : readFileSync(`${folder}/${file}`, 'utf8').trim()
  if (text === undefined && license === undefined) throw new Error(`${folder} has no licence`)
  return `${'='.repeat(78)}\n${name} ${version} (${license})\n\n${text ?? ''}`.trimEnd()
}
