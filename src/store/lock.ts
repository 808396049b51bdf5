import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm, utimes } from 'node:fs/promises'
import { check, lock as acquire } from 'proper-lockfile'
import { codeOf, DatabaseError } from './database-error.ts'

/** Holds a file against other processes. */
export interface FileLock {
  /** Asked before every write: somebody may have taken over while this process was stopped. */
  isHeld(): boolean
  release(): Promise<void>
}

/** A lock whose holder has not touched it for so long is taken over, whatever its pid says. */
const STALE_MS = 10_000

/** Files that sandboxes of this process hold. */
const heldHere = new Set<string>()

/**
 * Locks a file: a folder `<file>.lock` stands as long as it is held, and `<file>.pid` says by whom.
 * The lock of a process that is gone is taken over at once.
 * @throws DatabaseError when another process holds it, or nothing can be written there.
 */
export async function lockFile(file: string): Promise<FileLock> {
  const owner = `${file}.pid`
  let isLost = false
  const options = {
    realpath: false,
    stale: STALE_MS,
    onCompromised: () => {
      isLost = true
    },
  }
  if (await isLocked(file)) await refuseLiving(file, owner)
  const unlock = await acquire(file, options).catch((error: unknown) => refuse(file, owner, error))
  const mark = `${process.pid} ${randomUUID()}\n`
  // Made anew: a link that somebody planted there would lead the write elsewhere.
  rmSync(owner, { force: true })
  writeFileSync(owner, mark, { mode: 0o600, flag: 'wx' })
  heldHere.add(file)
  return {
    isHeld: () => !isLost && readMark(owner) === mark,
    async release() {
      heldHere.delete(file)
      if (readMark(owner) === mark) rmSync(owner, { force: true })
      if (!isLost) await unlock()
    },
  }
}

function isLocked(file: string): Promise<boolean> {
  return check(file, { realpath: false, stale: STALE_MS })
}

/** Makes the lock of a dead process look as old as it is; that of a living one stays. */
async function refuseLiving(file: string, owner: string): Promise<void> {
  const pid = pidIn(owner)
  if (pid === undefined || heldHere.has(file) || isAlive(pid))
    refuse(file, owner, { code: 'ELOCKED' })
  await rm(owner, { force: true })
  await utimes(`${file}.lock`, 0, 0)
}

function refuse(file: string, owner: string, error: unknown): never {
  const code = codeOf(error)
  if (code !== 'ELOCKED') {
    const why =
      code === 'ENOENT' ? 'its folder does not exist' : `its folder is not writable (${code})`
    throw new DatabaseError('runtime', `--db ${file} cannot be used: ${why}`, { cause: error })
  }
  const pid = pidIn(owner)
  const who = pid === undefined ? 'another process' : `pid ${pid}`
  throw new DatabaseError('runtime', `--db ${file} is in use by ${who}; each sandbox needs its own`)
}

function pidIn(owner: string): number | undefined {
  const pid = /^(\d+) /.exec(readMark(owner))?.[1]
  return pid === undefined ? undefined : Number(pid)
}

function readMark(owner: string): string {
  try {
    return readFileSync(owner, 'utf8')
  } catch {
    return '' // nobody has signed: the same as a stranger
  }
}

/** A pid that is our own was given again, after a container was started anew. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
