// One checksum of everything that the build reads, so that npm start and npm test build only after a change.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['src', 'scenarios', 'scripts']
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']

/** The file in which a build stores the checksum of its inputs. */
export const notePath = join(root, 'build/inputs.sha256')
/** Output that a checkout of another commit can remove. */
const outputs = [
  'dist/dashboard/index.html',
  'schema/scenario.schema.json',
  'clients/python/src/alias_sandbox/_api.py',
].map((path) => join(root, path))

export function inputsChecksum() {
  const inFolders = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length)),
  )
  const hash = createHash('sha256')
  for (const path of [...files, 'tsdown.config.ts', ...inFolders].toSorted())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}

/** Whether `dist` was built from the current inputs. */
export function isBuilt() {
  if (![...outputs, notePath].every(existsSync)) return false
  return readFileSync(notePath, 'utf8') === inputsChecksum()
}
