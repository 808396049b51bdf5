// Warns of source and test files over 300 lines and of folders with more than 15 files: the review looks at them.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAX_LINES = 300
const MAX_FILES = 15
const root = fileURLToPath(new URL('..', import.meta.url))

const files = ['src', 'test']
  .flatMap((top) => readdirSync(`${root}${top}`, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(?:[jt]sx?|css)$/.test(entry.name))
  .map((entry) => relative(root, `${entry.parentPath}/${entry.name}`))
  .filter((file) => !/\b(?:node_modules|made)\b/.test(file))

for (const file of files) {
  const lines = readFileSync(`${root}${file}`, 'utf8').split('\n').length - 1
  if (lines > MAX_LINES)
    console.warn(`warning: ${file} has ${lines} lines; look whether it is one idea`)
}
const perFolder = new Map()
for (const file of files) perFolder.set(dirname(file), (perFolder.get(dirname(file)) ?? 0) + 1)
for (const [folder, count] of perFolder) {
  if (count > MAX_FILES)
    console.warn(`warning: ${folder} has ${count} files; look whether it is one room`)
}
