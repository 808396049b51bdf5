import { readFile, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Low, type Adapter } from 'lowdb'
import type { SandboxState } from '../contract/state.ts'
import { codeOf, DatabaseError } from './database-error.ts'
import { fromFileBytes, toFileParts } from './database-file.ts'
import { removeLeftovers, writeDurably } from './durable-file.ts'
import { makeGroupCommit } from './group-commit.ts'
import { lockFile, type FileLock } from './lock.ts'

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
  abandon(): Promise<void>
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
export async function openStore(path: string): Promise<Store> {
  const file = await place(path)
  const lock = await lockFile(file)
  try {
    await removeLeftovers(file)
    const adapter = new FileAdapter(file, lock)
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
    await lock.release()
    throw error
  }
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
  readonly #file: string
  readonly #lock: FileLock

  constructor(file: string, lock: FileLock) {
    this.#file = file
    this.#lock = lock
  }

  async read(): Promise<string | null> {
    const file = this.#file
    const bytes = await readFile(file).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null
      throw new DatabaseError('runtime', `--db ${file} cannot be read (${codeOf(error)})`)
    })
    if (bytes === null) return null
    const { state, from } = fromFileBytes(file, bytes)
    if (from !== undefined) await writeDurably(`${file}.v${from}.bak`, [bytes])
    this.found = state
    return JSON.stringify(state)
  }

  async write(body: string): Promise<void> {
    if (!this.#lock.isHeld()) throw new Error('another process has taken it over')
    await writeDurably(this.#file, toFileParts(body))
    this.written = body
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
    throw new DatabaseError('runtime', `--db ${path} cannot be used (${codeOf(error)})`)
  }
}
