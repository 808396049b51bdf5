// What the build is made from, as one checksum: so that npm start and npm test build only after a change.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (path) => join(root, path)
const folders = ['src', 'scenarios', 'scripts']
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']

/** Where a build notes what it was made from. */
export const notePath = at('build/inputs.sha256')
/** What a build makes last: one that was interrupted has none. */
const lastOutput = at('dist/dashboard/index.html')

export function inputsChecksum() {
  const inFolders = folders.flatMap((folder) =>
    readdirSync(at(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const hash = createHash('sha256')
  for (const path of [...files.map(at), ...inFolders].toSorted()) {
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  return hash.digest('hex')
}

/** Is what is in `dist` made from what is here now? */
export function isBuilt() {
  return (
    existsSync(lastOutput) &&
    existsSync(notePath) &&
    readFileSync(notePath, 'utf8') === inputsChecksum()
  )
}
