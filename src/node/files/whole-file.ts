import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** The mode of a file that is passed on: a report, a page, a session, in which keys are masked. */
export const SHARED = 0o644

/**
 * Writes a file atomically, readable only by the user unless another mode is given: into a temporary file that is then
 * renamed. It never replaces a device, a pipe, a folder or a symbolic link.
 * @throws the system's error, or an Error for a path that is not a regular file; see {@link writeProblem}.
 */
export function writeWholeFile(path: string, text: string, mode = 0o600): void {
  refuseSpecial(path)
  const temporary = join(dirname(path), `.alias-sandbox-${randomBytes(8).toString('hex')}.tmp`)
  const file = openSync(temporary, 'wx', mode)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
    closeSync(file)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/**
 * Creates a folder and its parents. One at a time, because the recursive option of Node 20 never returns
 * in places such as /proc. @throws the system's error
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent)
  try {
    mkdirSync(path)
  } catch (error) {
    if (!isFolder(path)) throw error // otherwise another process has created it in the meantime
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Why {@link writeWholeFile} failed: the system's error code, or a few words. */
export function writeProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}

/**
 * With enough permissions, a rename would replace even /dev/null.
 * @throws an Error for a path that is not a regular file
 */
export function refuseSpecial(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats?.isSymbolicLink())
    throw new Error('it is a symbolic link; use the path of the file itself')
  if (stats && !stats.isFile()) throw new Error('it is not a regular file')
}
