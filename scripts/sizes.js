// Prints the lines of each part of the project, and warns of source and test files over 300 lines and of folders with
// more than 15 files: the review looks at them.
import { execSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

const MAX_LINES = 300
const MAX_FILES = 15

const listed = execSync('git ls-files --cached --others --exclude-standard', { encoding: 'utf8' })
const files = listed.split('\n').filter((file) => file !== '' && existsSync(file))
const filesIn = (folder) => files.filter((file) => file.startsWith(`${folder}/`))

const parts = {
  src: filesIn('src'),
  ...groupBy(filesIn('src'), folderOfSource),
  test: filesIn('test'),
  scripts: [...filesIn('scripts'), 'tsdown.config.ts'],
  'clients, without tests': filesIn('clients').filter((file) => !file.includes('/tests/')),
  'docs, without pictures': filesIn('docs').filter((file) => !file.endsWith('.png')),
}
for (const [name, members] of Object.entries(parts)) {
  const lines = members.reduce((sum, file) => sum + linesOf(file), 0)
  console.log(`${name.padEnd(24)}${String(lines).padStart(8)}`)
}

const code = [...parts.src, ...parts.test].filter((file) => /\.(?:[jt]sx?|css)$/.test(file))
for (const file of code.filter((each) => linesOf(each) > MAX_LINES)) {
  console.warn(`warning: ${file} has ${linesOf(file)} lines; look whether it is one idea`)
}
const perFolder = groupBy(code, dirname)
for (const folder of Object.keys(perFolder).filter((each) => perFolder[each].length > MAX_FILES)) {
  const { length } = perFolder[folder]
  console.warn(`warning: ${folder} has ${length} files; look whether it is one room`)
}

function groupBy(members, nameOf) {
  const groups = {}
  for (const member of members) (groups[nameOf(member)] ??= []).push(member)
  return groups
}

function folderOfSource(file) {
  const [, folder, rest] = file.split('/')
  return rest === undefined ? '  src, its own files' : `  src/${folder}`
}

function linesOf(file) {
  return readFileSync(file, 'utf8').split('\n').length - 1
}
