import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { codeOf, DatabaseError } from './database-error.ts'
import type { FileSystem } from './file-system.ts'
import { readOwner, SIGNATURE, type LockOwner } from './lock-owner.ts'
import { fateOf, type ProcessIdentity } from './process-identity.ts'
import { isNotEmpty, removeAll, temporaryName } from './temporary.ts'
import { clearInterval, setInterval } from '../real-timers.ts'

/** A lock that keeps other processes from using a file. */
export interface FileLock {
  /** The folder for temporary files, from which they are renamed into place: see {@link lockFile}. */
  readonly folder: string
  /** Why this process can never write again; undefined unless the lock is known to be lost. */
  loss(): string | undefined
  /** Checks the lock now and returns the same. */
  findLoss(): Promise<string | undefined>
  release(): Promise<void>
}

export type LockTimes = {
  /** A lock that was not touched for this long is taken over, unless its owner is known to be alive. */
  staleMs: number
  /** The interval at which the owner touches the lock. */
  touchMs: number
}

export const usualLockTimes: LockTimes = { staleMs: 10_000, touchMs: 2_000 }

type LockOptions = {
  fs: FileSystem
  times: LockTimes
  /** The process that locks. */
  self: ProcessIdentity
  /** Called once, with the reason, when the lock turns out to be lost. */
  onLost: (reason: string) => void
}

/** Other processes may win the race, but not every time. */
const MAX_ATTEMPTS = 10

/**
 * Locks a file: `<file>.lock` is a folder that contains its owner's folder, `<number>-<random>`. Both appear
 * in one rename, so a lock always has an owner.
 *
 * The owner writes its files in its own folder and renames them from there. A process that takes over moves
 * that folder away and removes it, and only then reads the file. So an owner that wakes up late cannot
 * replace anything: the path that it writes to and renames from is gone and is never created again.
 * @throws DatabaseError when another process owns the lock, or the folder is not writable.
 */
export async function lockFile(file: string, options: LockOptions): Promise<FileLock> {
  const signature = Buffer.from(`${JSON.stringify(options.self)}\n`)
  try {
    return hold(file, await acquire(file, signature, options), signature, options)
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError('runtime', `${file} cannot be used: ${whyNot(error)}`, {
      cause: error,
    })
  }
}

/** Returns the name of the owner's folder. */
async function acquire(
  file: string,
  signature: Uint8Array,
  { fs, times, self }: LockOptions,
): Promise<string> {
  let owner: LockOwner | null | undefined
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    owner = await readOwner(fs, file, lockOf(file))
    const prepared = await prepare(fs, file, signature, owner?.number ?? 0)
    if (prepared === undefined) continue
    const { folder, name, nowMs } = prepared
    let isHeld = false
    try {
      if (owner) {
        if (!isLeft(owner, self, nowMs - owner.touchedMs >= times.staleMs)) break
        await fence(fs, file, owner)
      }
      isHeld = await putInPlace(fs, folder, file, name)
      if (isHeld) return name
    } finally {
      // Otherwise the next start removes it.
      if (!isHeld) await removeAll(fs, folder).catch(() => {})
    }
  }
  throw inUse(file, owner ?? undefined)
}

/** Time decides only about an owner of whom nothing else is known. */
function isLeft({ process }: LockOwner, self: ProcessIdentity, isStale: boolean): boolean {
  const fate = process === undefined ? 'unknown' : fateOf(process, self)
  return fate === 'gone' || (fate === 'unknown' && isStale)
}

/**
 * Creates a signed lock next to the file. The time comes from the file system's clock, which may differ from
 * this machine's. Returns undefined if another process removed it in the meantime.
 */
async function prepare(fs: FileSystem, file: string, signature: Uint8Array, last: number) {
  const folder = temporaryName(file)
  await fs.mkdir(folder, 0o700)
  try {
    const nowMs = (await fs.lstat(folder)).mtimeMs
    const number = Math.max(Math.floor(nowMs), last + 1)
    const name = `${number}-${randomBytes(8).toString('hex')}`
    await fs.mkdir(join(folder, name), 0o700)
    const handle = await fs.open(join(folder, name, SIGNATURE), 'wx', 0o600)
    try {
      await handle.writeFile(signature)
    } finally {
      await handle.close()
    }
    return { folder, name, nowMs }
  } catch (error) {
    await removeAll(fs, folder)
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Succeeds only if there is no lock or an empty one; returns false if another process was faster. */
async function putInPlace(fs: FileSystem, prepared: string, file: string, name: string) {
  const lock = lockOf(file)
  try {
    if (process.platform === 'win32') await removeIfEmpty(fs, lock) // Windows cannot rename over a folder
    await fs.rename(prepared, lock)
  } catch (error) {
    const code = codeOf(error)
    const isTaken = isNotEmpty(error) || code === 'ENOTDIR'
    if (isTaken || code === 'ENOENT' || (process.platform === 'win32' && code === 'EPERM')) {
      return false
    }
    throw error
  }
  try {
    await fs.lstat(join(lock, name, SIGNATURE))
    return true
  } catch (error) {
    // Another process removed it during the rename.
    await removeAll(fs, join(lock, name))
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** Makes all paths that the old owner uses invalid, so that its writes no longer reach any file. */
async function fence(fs: FileSystem, file: string, owner: LockOwner): Promise<void> {
  const folder = join(lockOf(file), owner.name)
  const aside = temporaryName(file)
  try {
    const isMoved = await fs.rename(folder, aside).then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) === 'EXDEV') return false // the folder is part of a container image
        throw error
      },
    )
    // On a network drive, another machine may still reach a folder by another name.
    await removeAll(fs, isMoved ? aside : folder)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw inUse(file, owner, error)
  }
}

function hold(
  file: string,
  name: string,
  signature: Uint8Array,
  { fs, times, onLost }: LockOptions,
): FileLock {
  const lock = lockOf(file)
  const folder = join(lock, name)
  let loss: string | undefined
  let isReleased = false
  let isTouching = false
  const beat = setInterval(() => void touch(), times.touchMs).unref()

  async function touch(): Promise<void> {
    if (isTouching) return
    isTouching = true
    try {
      const handle = await fs.open(join(folder, SIGNATURE), 'r+')
      try {
        await handle.write(signature, 0, signature.length, 0) // the same bytes, for a new modification time
      } finally {
        await handle.close()
      }
    } catch {
      await findLoss() // if the lock is not lost, the next attempt may succeed
    } finally {
      isTouching = false
    }
  }

  async function findLoss(): Promise<string | undefined> {
    if (loss !== undefined || (await exists(fs, folder)) || isReleased) return loss
    const reason = await explainLoss(fs, file)
    if (loss === undefined) {
      loss = reason
      clearInterval(beat)
      try {
        onLost(reason)
      } catch {
        // A listener that fails learns of the loss from the next change.
      }
    }
    return loss
  }

  async function release(): Promise<void> {
    isReleased = true
    clearInterval(beat)
    const aside = temporaryName(file)
    try {
      await fs.rename(folder, aside) // fails if the lock has a new owner
      await removeAll(fs, aside)
      await removeIfEmpty(fs, lock)
    } catch {
      // The next start takes over what is left, at the latest when it is stale.
    }
  }

  return { folder, loss: () => loss, findLoss, release }
}

async function explainLoss(fs: FileSystem, file: string): Promise<string> {
  if (!(await exists(fs, dirname(file)))) return 'its folder was moved or removed'
  const owner = await readOwner(fs, file, lockOf(file)).catch(() => undefined)
  return owner ? `${whoIs(owner)} took it over` : 'its lock was taken over or removed'
}

/** Whether a path exists. Any error other than "not found" is inconclusive, so it counts as existing. */
async function exists(fs: FileSystem, path: string): Promise<boolean> {
  return fs.lstat(path).then(
    () => true,
    (error: unknown) => !['ENOENT', 'ENOTDIR', 'ESTALE'].includes(codeOf(error)),
  )
}

async function removeIfEmpty(fs: FileSystem, folder: string): Promise<void> {
  await fs.rmdir(folder).catch((error: unknown) => {
    if (!isNotEmpty(error) && codeOf(error) !== 'ENOENT') throw error
  })
}

function inUse(file: string, owner?: LockOwner, cause?: unknown): DatabaseError {
  const why = cause === undefined ? '' : ` and cannot be taken over (${codeOf(cause)})`
  return new DatabaseError(
    'runtime',
    `${file} is in use by ${whoIs(owner)}${why}; each sandbox needs its own`,
    { cause },
  )
}

function whoIs(owner: LockOwner | undefined): string {
  if (!owner?.process) return 'another process'
  const { pid, host } = owner.process
  return host === hostname() ? `pid ${pid}` : `pid ${pid} on ${JSON.stringify(host)}`
}

function whyNot(error: unknown): string {
  const code = codeOf(error)
  if (code === 'ENOENT') return 'its folder does not exist'
  if (code === 'ENAMETOOLONG') return 'its name is too long'
  return `its folder cannot be written (${code})`
}

function lockOf(file: string): string {
  return `${file}.lock`
}
