import { randomUUID } from 'node:crypto'
import {
  closeSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { codeOf, DatabaseError } from './database-error.ts'
import { temporaryName } from './durable-file.ts'

/** Holds a file against other processes. */
export interface FileLock {
  /** Asked before every write: somebody may have taken over while this process was stopped. */
  isHeld(): boolean
  release(): void
}

/** A lock whose holder has not touched it for so long is taken over, whatever its pid says. */
const STALE_MS = 10_000
const TOUCH_MS = 2_000
/** It is signed as soon as it is made: without a pid it is left by somebody who was killed in between. */
const UNSIGNED_MS = 1_000

/** What this very process holds: its own pid in any other lock is that of a dead process. */
const heldHere = new Set<string>()

/**
 * Locks a file: `<file>.lock` stands as long as it is held, and holds the pid of its holder. That of a
 * process that is gone is taken over at once.
 * @throws DatabaseError when another process holds it, or nothing can be written there.
 */
export function lockFile(file: string): FileLock {
  const lock = `${file}.lock`
  const mark = `${process.pid} ${randomUUID()}\n`
  const handle = acquire(file, lock)
  heldHere.add(lock)
  const touch = () => writeSync(handle, mark, 0) // the same again, at a later time
  const beat = setInterval(() => attempt(touch), TOUCH_MS).unref()
  const isHeld = () => readMark(lock) === mark
  const release = () => {
    clearInterval(beat)
    heldHere.delete(lock)
    attempt(() => closeSync(handle))
    if (isHeld()) remove(lock) // else it is another's by now
  }
  try {
    touch()
  } catch (error) {
    release()
    remove(lock)
    refuse(file, error)
  }
  return { isHeld, release }
}

/** Makes the lock, in the place of one that nobody holds any more. Links are not followed. */
function acquire(file: string, lock: string): number {
  try {
    try {
      return openSync(lock, 'wx', 0o600)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
      const left = readMark(lock)
      const pid = pidOf(left)
      const isLeft = pid !== undefined && !isAlive(pid, lock)
      if (!isLeft && ageMs(file, lock) < (pid === undefined ? UNSIGNED_MS : STALE_MS)) throw error
      if (!takeAway(file, lock, left)) throw error
      return openSync(lock, 'wx', 0o600)
    }
  } catch (error) {
    return refuse(file, error)
  }
}

/**
 * Takes a lock away that was left with this mark. Of several who try only one can rename it; who gets
 * hold of the lock of one who was quicker puts it back.
 */
function takeAway(file: string, lock: string, left: string): boolean {
  const aside = temporaryName(file)
  try {
    if (lstatSync(lock).isDirectory()) {
      throw new DatabaseError('runtime', `--db ${file} cannot be used: ${lock} is a folder`)
    }
    renameSync(lock, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
  const isIt = readMark(aside) === left
  if (!isIt) attempt(() => linkSync(aside, lock)) // not in the place of a newer one
  rmSync(aside, { force: true })
  return isIt
}

/** As well as it goes: a lock that stays is that of a process that is gone. */
function remove(lock: string): void {
  attempt(() => rmSync(lock, { force: true }))
}

function refuse(file: string, error: unknown): never {
  if (error instanceof DatabaseError) throw error
  const code = codeOf(error)
  if (code !== 'EEXIST') {
    const why =
      code === 'ENOENT' ? 'its folder does not exist' : `its folder cannot be written (${code})`
    throw new DatabaseError('runtime', `--db ${file} cannot be used: ${why}`, { cause: error })
  }
  const pid = pidOf(readMark(`${file}.lock`))
  const who = pid === undefined ? 'another process' : `pid ${pid}`
  throw new DatabaseError('runtime', `--db ${file} is in use by ${who}; each sandbox needs its own`)
}

function pidOf(mark: string): number | undefined {
  const pid = /^([1-9]\d*) /.exec(mark)?.[1]
  return pid === undefined ? undefined : Number(pid)
}

function readMark(lock: string): string {
  return attempt(() => readFileSync(lock, 'utf8')) ?? '' // who has not signed is a stranger
}

/** Our own pid, unless it is us, was given again after a container was started anew. */
function isAlive(pid: number, lock: string): boolean {
  if (pid === process.pid) return heldHere.has(lock)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** By the clock of the file system, which need not be this machine's. */
function ageMs(file: string, lock: string): number {
  const probe = temporaryName(file)
  writeFileSync(probe, '', { flag: 'wx', mode: 0o600 })
  try {
    return lstatSync(probe).mtimeMs - lstatSync(lock).mtimeMs
  } finally {
    rmSync(probe, { force: true })
  }
}

/** Undefined when it fails. */
function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
