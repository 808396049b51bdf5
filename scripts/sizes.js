// Prints the lines of each part of the project, and warns of source and test files over 300 lines and of folders with
// more than 15 files: the review looks at them.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAX_LINES = 300
const MAX_FILES = 15
const root = fileURLToPath(new URL('..', import.meta.url))

const source = filesIn('src').toSorted((a, b) => (a < b ? -1 : 1))
const others = {
  test: trackedFiles('test'),
  scripts: trackedFiles('scripts', 'tsdown.config.ts'),
  'clients, without tests': trackedFiles('clients').filter((file) => !file.includes('/tests/')),
  'docs, without pictures': trackedFiles('docs').filter((file) => !file.endsWith('.png')),
}
print({ src: source, ...sourceFolders(), ...others })
print({ 'all of these': [source, ...Object.values(others)].flat() })

const code = [...source, ...filesIn('test')].filter((file) => /\.(?:[jt]sx?|css)$/.test(file))
for (const file of code) {
  const lines = linesOf([file])
  if (lines > MAX_LINES)
    console.warn(`warning: ${file} has ${lines} lines; look whether it is one idea`)
}
const perFolder = new Map()
for (const file of code) perFolder.set(dirname(file), (perFolder.get(dirname(file)) ?? 0) + 1)
for (const [folder, count] of perFolder) {
  if (count > MAX_FILES)
    console.warn(`warning: ${folder} has ${count} files; look whether it is one room`)
}

/** A line for each part. */
function print(parts) {
  for (const [name, files] of Object.entries(parts)) {
    console.log(`${name.padEnd(24)}${String(linesOf(files)).padStart(8)}`)
  }
}

/** The files of each folder in `src`, and those beside the folders. */
function sourceFolders() {
  const folders = {}
  for (const file of source) {
    const [, folder, rest] = file.split('/')
    const name = rest === undefined ? '  src, its own files' : `  src/${folder}`
    folders[name] = [...(folders[name] ?? []), file]
  }
  return folders
}

/** The files in git, or all files where there is no git. */
function trackedFiles(...paths) {
  const { status, stdout } = spawnSync('git', ['ls-files', '--', ...paths], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = status === 0 ? stdout.split('\n').slice(0, -1) : paths.flatMap(filesIn)
  return files.filter((file) => existsSync(root + file))
}

/** All files on the disk in a folder, or the file itself. */
function filesIn(path) {
  if (!statSync(root + path, { throwIfNoEntry: false })?.isDirectory()) return [path]
  return readdirSync(root + path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, `${entry.parentPath}/${entry.name}`).replaceAll('\\', '/'))
    .filter((file) => !/\b(?:node_modules|made)\b/.test(file))
}

function linesOf(files) {
  const lines = files.map((file) => readFileSync(root + file, 'utf8').split('\n').length - 1)
  return lines.reduce((sum, more) => sum + more, 0)
}
