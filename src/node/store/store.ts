import { Low, type Adapter } from 'lowdb'
import { stateHeader, type SandboxState } from '../../contract/state/state.ts'
import type { LiveState } from '../../core/account/snapshot.ts'
import { toStateText } from '../../core/account/state-text.ts'
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

/** The source of the state that a store writes. The store rolls it back when a write fails. */
export interface StateSource {
  /** Returns the current state. It is serialized before it can change. */
  state(): SandboxState | LiveState
  /** Restores the last state that was written. */
  rollBack(state: SandboxState): void
}

/** An open database file. No other process can use it until it is closed. */
export interface Store {
  readonly file: string
  /** The state in the file when it was opened; null if there was none. */
  readonly found: SandboxState | null
  /** Starts to store the state. Writes once immediately, so that a failure stops the start. */
  persist(source: StateSource): Promise<Persistence>
  /** Releases the file without another write. */
  abandon(): Promise<void>
}

/** The state of an empty database. */
const noState: SandboxState = {
  ...stateHeader,
  seed: 0,
  accounts_named: 0,
  accounts_deleted: 0,
  accounts: [],
}

export type StoreOptions = {
  fileSystem?: FileSystem | undefined
  lockTimes?: LockTimes | undefined
  /** Who opens the file. Default: this process, on this machine. */
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
    const database = new Low<SandboxState | LiveState>(adapter, noState)
    await database.read()
    return {
      file,
      found: database.data === noState ? null : (database.data as SandboxState),
      persist: (source) => persist(database, adapter, lock, source),
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
  database: Low<SandboxState | LiveState>,
  adapter: FileAdapter,
  lock: FileLock,
  source: StateSource,
): Promise<Persistence> {
  const { commit, pending } = makeGroupCommit(write, rollBack)

  async function write(): Promise<void> {
    database.data = source.state()
    await database.write()
  }

  function rollBack(): void {
    const state = adapter.lastWritten()
    if (state === null) return // the first write failed, so there is no earlier state
    database.data = state
    source.rollBack(state)
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
class FileAdapter implements Adapter<SandboxState | LiveState> {
  /** The last text that was written. Unlike an object, it cannot have been changed since. */
  #written: string | null = null
  readonly #fs: FileSystem
  readonly #file: string
  readonly #lock: FileLock

  constructor(fs: FileSystem, file: string, lock: FileLock) {
    this.#fs = fs
    this.#file = file
    this.#lock = lock
  }

  /** @throws DatabaseError */
  read(): Promise<SandboxState | null> {
    const bytes = readDatabase(this.#file)
    return Promise.resolve(bytes && fromFileBytes(this.#file, bytes))
  }

  /** @throws PersistenceError */
  async write(state: SandboxState | LiveState): Promise<void> {
    const loss = this.#lock.loss()
    if (loss !== undefined) throw this.#unwritable(`: ${loss}`)
    try {
      const text = toStateText(state)
      await this.#write(this.#file, toFileParts(text))
      this.#written = text
    } catch (error) {
      const isUncertain = isInPlace(error) && !(await this.#putBack())
      const found = await this.#lock.findLoss()
      const why = found === undefined ? ` (${codeOf(error)})` : `: ${found}`
      throw this.#unwritable(why, { cause: error, isUncertain })
    }
  }

  /** Returns the last state that was written; null if there was none. */
  lastWritten(): SandboxState | null {
    return this.#written === null ? null : (JSON.parse(this.#written) as SandboxState)
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
   * Rewrites the previous state, because a change that was reported as failed must not exist after a restart.
   * Returns whether that succeeded.
   */
  async #putBack(): Promise<boolean> {
    if (this.#written === null) return true
    return this.#write(this.#file, toFileParts(this.#written)).then(() => true, isInPlace)
  }
}
