import { join } from 'node:path'
import { readRegularFile } from '../regular-file.ts'
import { codeOf, DatabaseError } from './database-error.ts'
import type { FileSystem } from './file-system.ts'
import type { ProcessIdentity } from './process-identity.ts'

/** Who holds a lock, as far as the lock says it. */
export type LockOwner = {
  /** The name of its folder in the lock: nobody else's, ever. */
  name: string
  /** Larger than that of each owner before it. */
  number: number
  /** Undefined when its signature cannot be read. */
  process: ProcessIdentity | undefined
  /** When it last showed that it runs, by the clock of the file system. */
  touchedMs: number
}

export const SIGNATURE = 'owner.json'
const NAME = /^([1-9]\d{0,14})-[0-9a-f]{16}$/
const MAX_SIGNATURE_BYTES = 1024

/**
 * The owner that stands in a lock; null when it is empty, undefined when there is none.
 * @throws DatabaseError when something else stands in its place. It is not opened, and not followed.
 */
export async function readOwner(
  fs: FileSystem,
  file: string,
  lock: string,
): Promise<LockOwner | null | undefined> {
  const refuse = (what: string): never => {
    throw new DatabaseError(
      'runtime',
      `--db ${file} cannot be used: ${lock} ${what}; remove it if no sandbox uses ${file}`,
    )
  }
  try {
    if (!(await fs.lstat(lock)).isDirectory()) refuse('is not a lock of alias-sandbox')
    const [name, ...others] = await fs.readdir(lock)
    if (name === undefined) return null
    const number = NAME.exec(name)?.[1]
    if (number === undefined || others.length > 0) refuse('holds what no alias-sandbox puts there')
    const folder = await fs.lstat(join(lock, name))
    if (!folder.isDirectory()) refuse('holds what no alias-sandbox puts there')
    const signature = join(lock, name, SIGNATURE)
    const { mtimeMs } = await fs.lstat(signature).catch(() => folder)
    return { name, number: Number(number), process: readSignature(signature), touchedMs: mtimeMs }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Whoever reads a signature that was changed by hand meets an unknown owner. */
function readSignature(path: string): ProcessIdentity | undefined {
  try {
    const text = readRegularFile(path, MAX_SIGNATURE_BYTES, { followLinks: false }).toString()
    const { pid, host, started } = JSON.parse(text) as Record<string, unknown>
    const isValid = Number.isSafeInteger(pid) && Number(pid) > 0 && typeof started === 'number'
    return isValid && typeof host === 'string' ? { pid: Number(pid), host, started } : undefined
  } catch {
    return undefined
  }
}
