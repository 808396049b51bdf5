import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { codeOf } from './database-error.ts'
import type { FileSystem } from './file-system.ts'

/** How often a folder is emptied again, because somebody put something into it meanwhile. */
const MAX_ROUNDS = 10

/** A name beside a file that nobody can have known; {@link removeLeftovers} knows it again. */
export function temporaryName(file: string): string {
  return join(dirname(file), `.${basename(file)}.${randomBytes(8).toString('hex')}.tmp`)
}

/** Removes the temporary files and folders that a killed process left beside a file, and nothing else. */
export async function removeLeftovers(fs: FileSystem, file: string): Promise<void> {
  const folder = dirname(file)
  const prefix = `.${basename(file)}.`
  for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
    const { name } = entry
    const isOurs = name.startsWith(prefix) && /^[0-9a-f]{16}\.tmp$/.test(name.slice(prefix.length))
    if (isOurs && (entry.isFile() || entry.isDirectory())) await removeAll(fs, join(folder, name))
  }
}

/** What the store puts into its folders: {@link removeAll} touches nothing else. */
const OUR_NAMES = /^(?:owner\.json|[0-9a-f]{16}\.tmp|\d+-[0-9a-f]{16})$/

/**
 * Removes a file or link, or a folder of ours with what we put there; links are not followed. One that
 * is gone is fine.
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

/** Removes a file; one that is gone is fine. */
export async function removeFile(fs: FileSystem, path: string): Promise<void> {
  await fs.unlink(path).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
}

/** Did the removal or the replacing of a folder fail because something is in it? */
export function isNotEmpty(error: unknown): boolean {
  return ['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))
}
