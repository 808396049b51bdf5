import { Low, type Adapter } from 'lowdb'
import type { SandboxState } from '../contract/state.ts'
import { PersistenceError, type Persistence } from '../core/persistence.ts'
import { codeOf, DatabaseError, unusable } from './database-error.ts'
import { fromFileBytes, readDatabase, toFileParts } from './database-file.ts'
import { findPlace } from './database-place.ts'
import { isInPlace, writeDurably } from './durable-file.ts'
import { nodeFileSystem, type FileSystem } from './file-system.ts'
import { makeGroupCommit } from './group-commit.ts'
import { lockFile, usualLockTimes, type FileLock, type LockTimes } from './lock.ts'
import { steps, type Migrations } from '../contract/migrations.ts'
import { removeLeftovers } from './temporary.ts'

/** What a store writes, and rolls back when a write fails. */
export interface StateSource {
  /** The state as JSON. */
  toJson(): string
  /** Returns to the state that was written last. */
  rollBack(state: SandboxState): void
}

/** A database file that is open: nobody else's until it is closed. */
export interface Store {
  readonly file: string
  /** What the file held when it was opened; null when there was none. */
  readonly found: SandboxState | null
  /** Stores this state from now on. The first write is at once, so that a failure stops the start. */
  persist(source: StateSource): Promise<Persistence>
  /** Releases the file without another write. */
  abandon(): Promise<void>
}

export type StoreOptions = {
  migrations?: Migrations | undefined
  fileSystem?: FileSystem | undefined
  lockTimes?: LockTimes | undefined
  /** Called once, with one line, when nothing can be saved any more: another process took the file over. */
  onLost?: ((message: string) => void) | undefined
}

/**
 * Opens a database file, or a place for one.
 * @throws DatabaseError when it is in use, no database, damaged, or cannot be written; the file is
 * then as it was.
 */
export async function openStore(path: string, options: StoreOptions = {}): Promise<Store> {
  const { fileSystem: fs = nodeFileSystem, lockTimes: times = usualLockTimes } = options
  const file = await findPlace(fs, path)
  const onLost = (reason: string) => options.onLost?.(lostMessage(file, reason))
  const lock = await lockFile(file, { fs, times, onLost })
  try {
    await removeLeftovers(fs, file)
    const adapter = new FileAdapter(fs, file, lock, options.migrations ?? steps)
    const database = new Low<string>(adapter, '')
    await database.read()
    return {
      file,
      found: adapter.found,
      persist: (source) => persist(database, adapter, lock, source),
      abandon: () => lock.release(),
    }
  } catch (error) {
    await lock.release()
    throw error instanceof DatabaseError ? error : unusable(file, error)
  }
}

function lostMessage(file: string, reason: string): string {
  return `--db ${file} cannot be written: ${reason}; nothing is saved until this sandbox is restarted`
}

async function persist(
  database: Low<string>,
  adapter: FileAdapter,
  lock: FileLock,
  source: StateSource,
): Promise<Persistence> {
  const { commit, pending } = makeGroupCommit(write, rollBack)

  async function write(): Promise<void> {
    try {
      database.data = source.toJson()
    } catch (error) {
      throw adapter.unwritable(` (${codeOf(error)})`, { cause: error }) // too long for a string
    }
    await database.write()
  }

  function rollBack(): void {
    if (adapter.written !== '') source.rollBack(JSON.parse(adapter.written) as SandboxState)
  }

  await commit()
  return {
    commit,
    pending,
    async close() {
      try {
        await commit()
      } finally {
        await lock.release()
      }
    },
  }
}

/**
 * lowdb's way to the file; its data is the state as JSON. Its own adapters never sync, and take `null`
 * for an empty database.
 */
class FileAdapter implements Adapter<string> {
  /** What was in the file when it was read. */
  found: SandboxState | null = null
  /** What was written last: read anew when it is needed, so nothing can have changed it. */
  written = ''
  readonly #fs: FileSystem
  readonly #file: string
  readonly #lock: FileLock
  readonly #migrations: Migrations

  constructor(fs: FileSystem, file: string, lock: FileLock, migrations: Migrations) {
    this.#fs = fs
    this.#file = file
    this.#lock = lock
    this.#migrations = migrations
  }

  async read(): Promise<string | null> {
    const bytes = readDatabase(this.#file)
    if (bytes === null) return null
    const { state, from } = fromFileBytes(this.#file, bytes, this.#migrations)
    if (from !== undefined) await this.#backUp(from, bytes)
    this.found = state
    return JSON.stringify(state)
  }

  /** @throws PersistenceError */
  async write(body: string): Promise<void> {
    const loss = this.#lock.loss()
    if (loss !== undefined) throw this.unwritable(`: ${loss}`)
    try {
      await this.#write(this.#file, toFileParts(body))
    } catch (error) {
      const isUncertain = isInPlace(error) && !(await this.#putBack())
      const found = await this.#lock.findLoss()
      const why = found === undefined ? ` (${codeOf(error)})` : `: ${found}`
      throw this.unwritable(why, { cause: error, isUncertain })
    }
    this.written = body
  }

  unwritable(
    why: string,
    options?: ConstructorParameters<typeof PersistenceError>[1],
  ): PersistenceError {
    return new PersistenceError(`--db ${this.#file} cannot be written${why}`, options)
  }

  #write(file: string, parts: readonly Uint8Array[]): Promise<void> {
    return writeDurably(this.#fs, this.#lock.folder, file, parts)
  }

  /** A change that was reported as failed must not be there after a restart. Did that succeed? */
  async #putBack(): Promise<boolean> {
    if (this.written === '') return true
    return this.#write(this.#file, toFileParts(this.written)).then(() => true, isInPlace)
  }

  /** Copies a file of an older version, and never over an earlier copy. */
  async #backUp(version: number, bytes: Uint8Array): Promise<void> {
    for (let number = 1; ; number += 1) {
      const name = `${this.#file}.v${version}${number === 1 ? '' : `-${number}`}.bak`
      if (!(await isTaken(this.#fs, name))) return this.#write(name, [bytes])
    }
  }
}

async function isTaken(fs: FileSystem, path: string): Promise<boolean> {
  return fs.lstat(path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    },
  )
}
