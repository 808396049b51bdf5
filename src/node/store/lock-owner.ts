import { join } from 'node:path'
import { readRegularFile } from '../files/regular-file.ts'
import { codeOf, DatabaseError } from './database-error.ts'
import type { FileSystem } from './file-system.ts'
import type { ProcessIdentity } from './process-identity.ts'

/** The owner of a lock, as far as the lock's content tells. */
export type LockOwner = {
  /** The name of its folder in the lock; it is never reused. */
  name: string
  /** Larger than the number of each earlier owner. */
  number: number
  /** Undefined if its signature cannot be read. */
  process: ProcessIdentity | undefined
  /** The time of its last touch of the lock, by the file system's clock. */
  touchedMs: number
}

export const SIGNATURE = 'owner.json'
const NAME = /^([1-9]\d{0,14})-[0-9a-f]{16}$/
const SIGNATURE_BYTES = 1024

/**
 * Returns the owner of a lock; null if the lock is empty, undefined if there is no lock.
 * @throws DatabaseError when the path is not a lock. Such a path is never opened, and links are not followed.
 */
export async function readOwner(
  fs: FileSystem,
  file: string,
  lock: string,
): Promise<LockOwner | null | undefined> {
  const refuse = (what: string): never => {
    throw new DatabaseError(
      'runtime',
      `${file} cannot be used: ${lock} ${what}; remove it if no sandbox uses ${file}`,
    )
  }
  try {
    if (!(await fs.lstat(lock)).isDirectory()) refuse('is not a lock of alias-sandbox')
    const [name, ...others] = await fs.readdir(lock)
    if (name === undefined) return null
    const number = NAME.exec(name)?.[1]
    if (number === undefined || others.length > 0)
      refuse('holds something that alias-sandbox never writes')
    const folder = await fs.lstat(join(lock, name))
    if (!folder.isDirectory()) refuse('holds something that alias-sandbox never writes')
    const signature = join(lock, name, SIGNATURE)
    const { mtimeMs } = await fs.lstat(signature).catch(() => folder)
    return { name, number: Number(number), process: readSignature(signature), touchedMs: mtimeMs }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Reads a signature. One that was edited by hand yields undefined, an unknown owner. */
function readSignature(path: string): ProcessIdentity | undefined {
  try {
    const text = readRegularFile(path, SIGNATURE_BYTES, { followLinks: false }).toString()
    const { pid, host, start } = JSON.parse(text) as Record<string, unknown>
    if (!Number.isSafeInteger(pid) || Number(pid) <= 0 || typeof host !== 'string') return undefined
    return { pid: Number(pid), host, ...(typeof start === 'string' && { start }) }
  } catch {
    return undefined
  }
}
