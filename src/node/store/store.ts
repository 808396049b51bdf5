import { Low, type Adapter } from 'lowdb'
import { sessionHeader, type Session } from '../../contract/session/session.ts'
import { PersistenceError, type Persistence } from '../../core/persistence.ts'
import { codeOf, DatabaseError, unusable } from './database-error.ts'
import { fromFileBytes, readDatabase, toFileParts } from './database-file.ts'
import { findPlace } from './database-place.ts'
import { isInPlace, writeDurably } from './durable-file.ts'
import { nodeFileSystem, type FileSystem } from './file-system.ts'
import { makeGroupCommit } from './group-commit.ts'
import { lockFile, usualLockTimes, type FileLock, type LockTimes } from './lock.ts'
import { thisProcess, type ProcessIdentity } from './process-identity.ts'
import { removeLeftovers } from './temporary.ts'

/** A session as text, and the way back to it, which is taken when a later write fails. */
type SessionText = { text: string; goBack: () => void }

/** An open database file. No other process can use it until it is closed. */
interface Store {
  readonly file: string
  /** The session in the file when it was opened; null if there was none. */
  readonly found: Session | null
  /** Starts to store what `take` returns. Writes once immediately, so that a failure stops the start. */
  persist(take: () => SessionText): Promise<Persistence>
  /** Releases the file without another write. */
  abandon(): Promise<void>
}

/** The session of an empty database. */
const noSession: Session = { ...sessionHeader, accounts: [] }

export type StoreOptions = {
  fileSystem?: FileSystem | undefined
  lockTimes?: LockTimes | undefined
  /** The process that opens the file. Default: this one, on this machine. */
  self?: ProcessIdentity | undefined
  /**
   * Called once, with one line, when another process has taken over the file and nothing can be saved any
   * more.
   */
  onLost?: ((message: string) => void) | undefined
}

/**
 * Opens a database file, or prepares a new one.
 * @throws DatabaseError when it is in use, is not a database, is damaged, or cannot be written. The file is
 * then unchanged.
 */
export async function openStore(path: string, options: StoreOptions = {}): Promise<Store> {
  const { fileSystem: fs = nodeFileSystem, lockTimes: times = usualLockTimes } = options
  const { self = thisProcess() } = options
  const file = await findPlace(fs, path)
  const onLost = (reason: string) => options.onLost?.(lostMessage(file, reason))
  const lock = await lockFile(file, { fs, times, self, onLost })
  try {
    await removeLeftovers(fs, file)
    const adapter = new FileAdapter(fs, file, lock)
    const database = new Low<Session | SessionText>(adapter, noSession)
    await database.read()
    return {
      file,
      found: database.data === noSession ? null : (database.data as Session),
      persist: (take) => persist(database, adapter, lock, take),
      abandon: () => lock.release(),
    }
  } catch (error) {
    await lock.release()
    throw error instanceof DatabaseError ? error : unusable(file, error)
  }
}

function lostMessage(file: string, reason: string): string {
  return `${file} cannot be written: ${reason}; nothing is saved until this sandbox is restarted`
}

async function persist(
  database: Low<Session | SessionText>,
  adapter: FileAdapter,
  lock: FileLock,
  take: () => SessionText,
): Promise<Persistence> {
  const { commit, pending } = makeGroupCommit(write, rollBack)

  async function write(): Promise<void> {
    database.data = take()
    await database.write()
  }

  function rollBack(): void {
    adapter.written?.goBack() // if the first write failed, there is no way back
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
 * The adapter through which lowdb reads and writes the file. lowdb's own adapters never sync, and treat a
 * file that contains `null` as an empty database.
 */
class FileAdapter implements Adapter<Session | SessionText> {
  /** The last that was written. */
  written: SessionText | undefined
  readonly #fs: FileSystem
  readonly #file: string
  readonly #lock: FileLock

  constructor(fs: FileSystem, file: string, lock: FileLock) {
    this.#fs = fs
    this.#file = file
    this.#lock = lock
  }

  /** @throws DatabaseError */
  read(): Promise<Session | null> {
    const bytes = readDatabase(this.#file)
    return Promise.resolve(bytes && fromFileBytes(this.#file, bytes))
  }

  /** @throws PersistenceError */
  async write(data: Session | SessionText): Promise<void> {
    const loss = this.#lock.loss()
    if (loss !== undefined) throw this.#unwritable(`: ${loss}`)
    try {
      const taken = data as SessionText // what was read is never written again
      await this.#write(this.#file, toFileParts(taken.text))
      this.written = taken
    } catch (error) {
      const isUncertain = isInPlace(error) && !(await this.#putBack())
      const found = await this.#lock.findLoss()
      const why = found === undefined ? ` (${codeOf(error)})` : `: ${found}`
      throw this.#unwritable(why, { cause: error, isUncertain })
    }
  }

  #unwritable(
    why: string,
    options?: ConstructorParameters<typeof PersistenceError>[1],
  ): PersistenceError {
    return new PersistenceError(`${this.#file} cannot be written${why}`, options)
  }

  #write(file: string, parts: readonly Uint8Array[]): Promise<void> {
    return writeDurably(this.#fs, this.#lock.folder, file, parts)
  }

  /**
   * Rewrites the previous session, because a change that was reported as failed must not exist after a restart.
   * Returns whether that succeeded.
   */
  async #putBack(): Promise<boolean> {
    if (this.written === undefined) return true
    return this.#write(this.#file, toFileParts(this.written.text)).then(() => true, isInPlace)
  }
}
