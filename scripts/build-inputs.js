// One checksum of everything that the build reads, so that npm start and npm test build only after a change.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (path) => join(root, path)
const folders = ['src', 'scenarios', 'scripts']
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']

/** The file in which a build stores the checksum of its inputs. */
export const notePath = at('build/inputs.sha256')
/** Output that an interrupted build lacks, or that a checkout of another commit can remove. */
const outputs = ['dist/dashboard/index.html', 'schema/scenario.schema.json']

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

/** Whether `dist` was built from the current inputs. */
export function isBuilt() {
  return (
    [...outputs.map(at), notePath].every(existsSync) &&
    readFileSync(notePath, 'utf8') === inputsChecksum()
  )
}
