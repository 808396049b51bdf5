// The licence of a package that is bundled.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** The folder of the package that contains a file: the last one under node_modules. */
export function folderOf(file) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []
}

/** The licence of a package. @throws when it has no text, because we may not ship the package then. */
function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(at(`${folder}/package.json`), 'utf8'))
  const file = readdirSync(at(folder)).find((each) => /^(licen[cs]e|copying)/i.test(each))
  if (file === undefined) throw new Error(`${folder} is bundled and has no licence text`)
  const text = readFileSync(at(`${folder}/${file}`), 'utf8').trim()
  return { title: `${name} ${version} (${license})`, text }
}

/** Where the words begin that most packages share. What stands before them names whose work it is. */
const GRANT = 'Permission is hereby granted'

/** The licences of packages, one after another. A notice that several have stands once, at the end. */
export function licencesOf(folders) {
  const licences = folders.map(licenceOf)
  const notices = new Map()
  for (const { text } of licences) {
    const { notice, words } = split(text)
    const found = notices.get(words) ?? { notice, uses: 0 }
    notices.set(words, { ...found, uses: found.uses + 1 })
  }
  const shared = [...notices.keys()].filter((words) => words !== '' && notices.get(words).uses > 1)
  const own = licences.map(({ title, text }) => {
    const { before, words } = split(text)
    const number = shared.indexOf(words) + 1
    return section(title, number === 0 ? text : `${before}\n\n${GRANT} … (notice ${number} below)`)
  })
  const below = shared.map((words, place) =>
    section(`Notice ${place + 1}`, notices.get(words).notice),
  )
  return [...own, ...below].join('\n\n')
}

/** What a licence says of its own, and the notice after it, also without what only sets its lines. */
function split(text) {
  const start = text.indexOf(GRANT)
  const isLast = start >= 0 && text.lastIndexOf(GRANT) === start
  const notice = isLast ? text.slice(start) : ''
  return { before: text.slice(0, start).trim(), notice, words: notice.replace(/\s+/g, ' ') }
}

function section(title, text) {
  return `${'='.repeat(78)}\n${title}\n\n${text}`
}
