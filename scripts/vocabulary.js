// Fails if an identifier or a file name uses a word that has been replaced by the usual one: `npm run
// vocabulary`. scripts/vocabulary.json lists the words: `parts` are words inside a name (`shelf` in
// `openShelf`), `names` are whole names, `prefixes` are beginnings of names, `files` are file names. `in`
// limits a word to some folders.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import jsTokens from 'js-tokens'

const root = fileURLToPath(new URL('..', import.meta.url))
const rows = JSON.parse(readFileSync(join(root, 'scripts/vocabulary.json'), 'utf8'))

const files = ['src', 'test', 'bench', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(ts|tsx|js)$/.test(file) && !/\/(node_modules|made)\//.test(file)),
)

const partsOf = (name) =>
  name.split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/).map((part) => part.toLowerCase())

function wordIn(name, { parts = [], names = [], prefixes = [] }) {
  if (names.includes(name)) return name
  return (
    prefixes.find((prefix) => name.startsWith(prefix)) ??
    partsOf(name).find((part) => parts.includes(part))
  )
}

function findingsIn(file) {
  const own = rows.filter((row) => file.startsWith(row.in))
  const findings = []
  const look = (name, line) => {
    for (const row of own) {
      const word = wordIn(name, row)
      if (word !== undefined)
        findings.push(`${file}:${line}: ${name}: not "${word}" but ${row.say}`)
    }
  }
  const ownName = basename(file).replace(/(\.test|\.d)?\.\w+$/, '')
  for (const { files: names = [], say } of own) {
    if (names.includes(ownName)) findings.push(`${file}: not "${ownName}" but ${say}`)
  }
  look(ownName, 1)
  let line = 1
  for (const token of jsTokens(readFileSync(join(root, file), 'utf8'), {
    jsx: file.endsWith('x'),
  })) {
    if (token.type === 'IdentifierName' || token.type === 'PrivateIdentifier') {
      look(token.value.replace('#', ''), line)
    }
    line += token.value.split('\n').length - 1
  }
  return findings
}

const findings = files.flatMap(findingsIn)
for (const finding of findings) console.error(finding)
console.log(`vocabulary: ${files.length} files, ${findings.length} words to replace`)
process.exitCode = findings.length === 0 ? 0 : 1
