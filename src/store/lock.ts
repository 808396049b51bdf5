import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { codeOf, DatabaseError } from './database-error.ts'
import type { FileSystem } from './file-system.ts'
import { readOwner, SIGNATURE, type LockOwner } from './lock-owner.ts'
import { isGone, thisProcess } from './process-identity.ts'
import { isNotEmpty, removeAll, temporaryName } from './temporary.ts'

/** Holds a file against other processes. */
export interface FileLock {
  /** Files are written here before they take their place: see {@link lockFile}. */
  readonly folder: string
  /** Why this process writes no more, for good; undefined unless the lock was found to be lost. */
  loss(): string | undefined
  /** The same, looked for now. */
  findLoss(): Promise<string | undefined>
  release(): Promise<void>
}

export type LockTimes = {
  /** A lock that was not touched for so long is taken over, whoever holds it. */
  staleMs: number
  /** How often it is touched. */
  touchMs: number
}

export const usualLockTimes: LockTimes = { staleMs: 10_000, touchMs: 2_000 }

type LockOptions = {
  fs: FileSystem
  times: LockTimes
  /** Called once, with the reason, when the lock is found to be lost. */
  onLost: (reason: string) => void
}

/** Others may be quicker; they are not so every time. */
const MAX_ATTEMPTS = 10

/**
 * Locks a file: `<file>.lock` is a folder that holds the folder of its owner, `<number>-<random>`. Both
 * appear in one rename, so a lock always has an owner.
 *
 * The owner writes its files in its own folder and renames them from there. Whoever takes over renames
 * that folder away and removes it, and only then reads the file. So an owner that wakes up late can
 * replace nothing: the path that it writes at and renames from no longer exists, and never will again.
 * @throws DatabaseError when another process holds it, or nothing can be written there.
 */
export async function lockFile(file: string, options: LockOptions): Promise<FileLock> {
  const signature = Buffer.from(`${JSON.stringify(thisProcess())}\n`)
  try {
    return hold(file, await acquire(file, signature, options), signature, options)
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError('runtime', `--db ${file} cannot be used: ${whyNot(error)}`, {
      cause: error,
    })
  }
}

/** Answers the name of the owner's folder. */
async function acquire(
  file: string,
  signature: Uint8Array,
  { fs, times }: LockOptions,
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
        if (!isLeft(owner, nowMs, times)) break
        await fence(fs, file, owner)
      }
      isHeld = await putInPlace(fs, folder, file, name)
      if (isHeld) return name
    } finally {
      // Else the next start clears it away.
      if (!isHeld) await removeAll(fs, folder).catch(() => {})
    }
  }
  throw inUse(file, owner ?? undefined)
}

function isLeft({ process, touchedMs }: LockOwner, nowMs: number, times: LockTimes): boolean {
  return (process !== undefined && isGone(process)) || nowMs - touchedMs >= times.staleMs
}

/**
 * Makes a lock beside the file, with its owner signed. The time is that of the file system's clock,
 * which need not be this machine's. Undefined when somebody cleared it away meanwhile.
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

/** Only where there is no lock, or an empty one. False when somebody was quicker. */
async function putInPlace(fs: FileSystem, prepared: string, file: string, name: string) {
  const lock = lockOf(file)
  try {
    if (process.platform === 'win32') await removeIfEmpty(fs, lock) // no rename over a folder there
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
    // It was being cleared away while it was renamed.
    await removeAll(fs, join(lock, name))
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** After this, nothing that the owner does by the names that it knows reaches any file. */
async function fence(fs: FileSystem, file: string, owner: LockOwner): Promise<void> {
  const folder = join(lockOf(file), owner.name)
  const aside = temporaryName(file)
  try {
    const isMoved = await fs.rename(folder, aside).then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) === 'EXDEV') return false // it is part of a container's image
        throw error
      },
    )
    // On a network drive another machine may know a folder by more than its name.
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
        await handle.write(signature, 0, signature.length, 0) // the same again, at a later time
      } finally {
        await handle.close()
      }
    } catch {
      await findLoss() // else it may succeed the next time
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
        // Who cannot be told learns it from the next change.
      }
    }
    return loss
  }

  async function release(): Promise<void> {
    isReleased = true
    clearInterval(beat)
    const aside = temporaryName(file)
    try {
      await fs.rename(folder, aside) // fails when it is another's by now
      await removeAll(fs, aside)
      await removeIfEmpty(fs, lock)
    } catch {
      // What stays is taken over: by the next start, or once it is stale.
    }
  }

  return { folder, loss: () => loss, findLoss, release }
}

async function explainLoss(fs: FileSystem, file: string): Promise<string> {
  if (!(await exists(fs, dirname(file)))) return 'its folder was moved or removed'
  const owner = await readOwner(fs, file, lockOf(file)).catch(() => undefined)
  return owner ? `${whoIs(owner)} took it over` : 'its lock was taken over or removed'
}

/** An error other than that it is not there says nothing about it. */
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
    `--db ${file} is in use by ${whoIs(owner)}${why}; each sandbox needs its own`,
    { cause },
  )
}

function whoIs(owner: LockOwner | undefined): string {
  if (!owner?.process) return 'another process'
  const { pid, host } = owner.process
  return host === thisProcess().host ? `pid ${pid}` : `pid ${pid} on ${JSON.stringify(host)}`
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
