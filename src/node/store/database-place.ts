import { basename, dirname, join, resolve, sep } from 'node:path'
import { codeOf, DatabaseError, unusable } from './database-error.ts'
import type { FileSystem } from './file-system.ts'

/**
 * Returns the real path of the file. All links in the path are resolved once, so that changing a link later
 * cannot redirect a write. The path must be a regular file or not exist yet.
 * @throws DatabaseError
 */
export async function findPlace(fs: FileSystem, path: string): Promise<string> {
  const wrong = (why: string) => new DatabaseError('usage', `${JSON.stringify(path)} ${why}`)
  if (path === '' || path.includes('\0')) throw wrong('is not the path of a file')
  const file = await findFile(fs, path)
  if (file === undefined) {
    if (path.endsWith('/') || path.endsWith(sep)) throw wrong('is the path of a folder')
    return placeForNew(fs, path)
  }
  const stats = await fs.lstat(file).catch((error: unknown) => {
    throw unusable(path, error)
  })
  if (!stats.isFile()) throw wrong('is not a regular file')
  if ((stats.mode & 0o222) === 0) throw new DatabaseError('runtime', `${path} is read-only`)
  return file
}

/** Undefined if it does not exist. */
async function findFile(fs: FileSystem, path: string): Promise<string | undefined> {
  try {
    return await fs.realpath(path)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return undefined
    if (code !== 'ELOOP') throw unusable(path, error)
    throw new DatabaseError('runtime', `${path} cannot be used: its links form a loop`, {
      cause: error,
    })
  }
}

async function placeForNew(fs: FileSystem, path: string): Promise<string> {
  const stats = await fs.lstat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw unusable(path, error)
  })
  // A dangling link suggests that data is missing: perhaps a volume is not mounted.
  if (stats?.isSymbolicLink()) {
    throw new DatabaseError(
      'runtime',
      `${path} is a link to a file that does not exist; for a new database, name that file itself`,
    )
  }
  const whole = resolve(path)
  return join((await findFile(fs, dirname(whole))) ?? dirname(whole), basename(whole))
}
