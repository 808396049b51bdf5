import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { codeOf } from './database-error.ts'
import type { FileSystem } from './file-system.ts'

/** The attempts to empty a folder to which another process adds files at the same time. */
const MAX_ROUNDS = 10

/** Returns an unpredictable name next to a file. {@link removeLeftovers} recognizes such names. */
export function temporaryName(file: string): string {
  return join(dirname(file), `.${basename(file)}.${randomBytes(8).toString('hex')}.tmp`)
}

/** Removes the temporary files and folders that a killed process left next to a file, and nothing else. */
export async function removeLeftovers(fs: FileSystem, file: string): Promise<void> {
  const folder = dirname(file)
  const prefix = `.${basename(file)}.`
  for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
    const { name } = entry
    const isOurs = name.startsWith(prefix) && /^[0-9a-f]{16}\.tmp$/.test(name.slice(prefix.length))
    if (isOurs && (entry.isFile() || entry.isDirectory())) await removeAll(fs, join(folder, name))
  }
}

/** The names that the store creates in its folders; {@link removeAll} removes nothing else. */
const OUR_NAMES = /^(?:owner\.json|[0-9a-f]{16}\.tmp|\d+-[0-9a-f]{16})$/

/**
 * Removes a file or a link, or one of our folders with the entries that we created in it. Does not follow
 * links. Succeeds if the path does not exist.
 */
export async function removeAll(fs: FileSystem, path: string): Promise<void> {
  for (let round = 1; ; round += 1) {
    try {
      if (!(await fs.lstat(path)).isDirectory()) return await removeFile(fs, path)
      for (const name of await fs.readdir(path)) {
        if (OUR_NAMES.test(name)) await removeAll(fs, join(path, name))
      }
      return await fs.rmdir(path)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return
      if (!isNotEmpty(error) || round === MAX_ROUNDS) throw error
    }
  }
}

/** Removes a file. Succeeds if it does not exist. */
export async function removeFile(fs: FileSystem, path: string): Promise<void> {
  await fs.unlink(path).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
}

/** Whether removing or replacing a folder failed because the folder is not empty. */
export function isNotEmpty(error: unknown): boolean {
  return ['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))
}
