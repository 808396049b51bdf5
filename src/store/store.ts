import { readFile, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Low, type Adapter } from 'lowdb'
import type { SandboxState } from '../contract/state.ts'
import { codeOf, DatabaseError } from './database-error.ts'
import { fromFileBytes, toFileParts } from './database-file.ts'
import { isInPlace, removeLeftovers, writeDurably } from './durable-file.ts'
import { makeGroupCommit } from './group-commit.ts'
import { lockFile, type FileLock } from './lock.ts'
import { steps, type Migrations } from './migrations.ts'

/** What a store keeps, and gives back when it cannot be kept. */
export interface Kept {
  /** The state as JSON. */
  toJson(): string
  /** Back to what was written last. */
  rollBack(state: SandboxState): void
}

/** A database file that is open: nobody else's until it is closed. */
export interface Store {
  readonly file: string
  /** What the file held when it was opened; null when there was none. */
  readonly found: SandboxState | null
  /** Starts to keep; writes the file once, so that what cannot be written is told at the start. */
  keep(kept: Kept): Promise<Keeper>
  /** Lets go of the file without another write. */
  abandon(): void
}

/** Keeps what is done before it is answered. */
export interface Keeper {
  /** Resolves once all that was done is in the file. @throws DatabaseError when it is taken back. */
  commit(): Promise<void>
  /** The same, when something is on its way to the file; else undefined. */
  pending(): Promise<void> | undefined
  /** Writes a last time and lets go of the file. */
  close(): Promise<void>
}

/**
 * Opens a database file, or a place for one.
 * @throws DatabaseError when it is in use, no database, damaged, or cannot be written; the file is
 * then as it was.
 */
export async function openStore(path: string, migrations: Migrations = steps): Promise<Store> {
  const file = await place(path)
  const lock = lockFile(file)
  try {
    await removeLeftovers(file)
    const adapter = new FileAdapter(file, lock, migrations)
    const database = new Low<string>(adapter, '')
    await database.read()
    const { found } = adapter
    return {
      file,
      found,
      keep: (kept) => keep(file, database, adapter, lock, kept),
      abandon: () => lock.release(),
    }
  } catch (error) {
    lock.release()
    throw error instanceof DatabaseError ? error : unusable(file, error)
  }
}

function unusable(path: string, error: unknown): DatabaseError {
  return new DatabaseError('runtime', `--db ${path} cannot be used (${codeOf(error)})`, {
    cause: error,
  })
}

async function keep(
  file: string,
  database: Low<string>,
  adapter: FileAdapter,
  lock: FileLock,
  kept: Kept,
): Promise<Keeper> {
  const { commit, pending } = makeGroupCommit(write, rollBack)

  async function write(): Promise<void> {
    database.data = kept.toJson()
    try {
      await database.write()
    } catch (error) {
      throw new DatabaseError('runtime', `--db ${file} cannot be written (${codeOf(error)})`, {
        cause: error,
      })
    }
  }

  function rollBack(): void {
    if (adapter.written !== '') kept.rollBack(JSON.parse(adapter.written) as SandboxState)
  }

  await commit()
  return {
    commit,
    pending,
    async close() {
      try {
        await commit()
      } finally {
        lock.release()
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
  readonly #file: string
  readonly #lock: FileLock
  readonly #migrations: Migrations

  constructor(file: string, lock: FileLock, migrations: Migrations) {
    this.#file = file
    this.#lock = lock
    this.#migrations = migrations
  }

  async read(): Promise<string | null> {
    const file = this.#file
    const bytes = await readFile(file).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    })
    if (bytes === null) return null
    const { state, from } = fromFileBytes(file, bytes, this.#migrations)
    if (from !== undefined) await writeDurably(`${file}.v${from}.bak`, [bytes])
    this.found = state
    return JSON.stringify(state)
  }

  async write(body: string): Promise<void> {
    if (!this.#lock.isHeld()) throw new Error('its lock was taken over or removed')
    try {
      await writeDurably(this.#file, toFileParts(body))
    } catch (error) {
      if (isInPlace(error)) await this.#putBack()
      throw error
    }
    this.written = body
  }

  /** What is told to have failed must not be there after a restart. */
  async #putBack(): Promise<void> {
    if (this.written === '') return
    await writeDurably(this.#file, toFileParts(this.written)).catch(() => {}) // told already
  }
}

/** Where the file really is. Only a regular file, or nothing yet, will do. */
async function place(path: string): Promise<string> {
  const wrong = (why: string) => new DatabaseError('usage', `--db: ${JSON.stringify(path)} ${why}`)
  if (path === '' || path.includes('\0')) throw wrong('is not the path of a file')
  try {
    const file = await realpath(path)
    const stats = await stat(file)
    if (!stats.isFile()) throw wrong('is not a regular file')
    if ((stats.mode & 0o222) === 0) throw new DatabaseError('runtime', `--db ${path} is read-only`)
    return file
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    if (codeOf(error) === 'ENOENT') return resolve(path)
    throw unusable(path, error)
  }
}
