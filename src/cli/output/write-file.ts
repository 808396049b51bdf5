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

/**
 * Writes a file whole or not at all: into a new file beside it, which then takes its place. Only the
 * user may read it. Never takes the place of a device, a pipe, a folder or a link.
 * @throws the system's error, or that it is no regular file: {@link writeProblem} says which.
 */
export function writeWholeFile(path: string, text: string): void {
  refuseSpecial(path)
  const temporary = join(dirname(path), `.alias-sandbox-${randomBytes(8).toString('hex')}.tmp`)
  const file = openSync(temporary, 'wx', 0o600)
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
 * Makes a folder and those above it. One at a time: where nothing can be made, as in /proc, the recursive
 * way of Node 20 never ends. @throws the system's error
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent)
  try {
    mkdirSync(path)
  } catch (error) {
    if (!isFolder(path)) throw error // otherwise another process has made it meanwhile
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Why {@link writeWholeFile} failed, in a few words or as the system's code. */
export function writeProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}

/** A rename would put a file in the place of /dev/null, for those who may. */
function refuseSpecial(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats?.isSymbolicLink()) throw new Error('it is a link: name the file itself')
  if (stats && !stats.isFile()) throw new Error('it is not a regular file')
}
