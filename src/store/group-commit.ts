import { PersistenceError, type Persistence } from '../core/persistence.ts'

/** Several callers wait for one write; each learns how the write went that holds its change. */
export type GroupCommit = Pick<Persistence, 'commit' | 'pending'>

type Batch = {
  done: Promise<void>
  resolve: () => void
  reject: (error: PersistenceError) => void
}

const NOT_UNDONE = 'the change could not be undone in memory either: restart the sandbox'

/**
 * Runs one write at a time; all calls that arrive meanwhile share the next, so none starves. When a
 * write fails, `rollBack` undoes everything that is not written, and all who wait are rejected: those
 * of the failed write, and those whose changes were made on top of it. When `rollBack` fails too,
 * nothing is written any more.
 */
export function makeGroupCommit(write: () => Promise<void>, rollBack: () => void): GroupCommit {
  let running: Batch | undefined
  let next: Batch | undefined
  let broken: PersistenceError | undefined

  async function run(): Promise<void> {
    while ((running = takeNext())) {
      try {
        await write()
        running.resolve()
      } catch (error) {
        const reason = undo(error)
        running.reject(reason)
        takeNext()?.reject(reason)
      }
    }
  }

  /** The reason that all who wait are given. */
  function undo(error: unknown): PersistenceError {
    const { message } = error as Error
    try {
      rollBack()
      if (error instanceof PersistenceError) return error
      return new PersistenceError(message, { cause: error })
    } catch (failure) {
      // Memory holds changes that were reported as failed: the next write must not store them.
      const cause = new AggregateError([error, failure])
      broken = new PersistenceError(`${message}; ${NOT_UNDONE}`, { cause })
      return broken
    }
  }

  function takeNext(): Batch | undefined {
    const batch = next
    next = undefined
    return batch
  }

  return {
    commit() {
      if (broken) return Promise.reject(broken)
      next ??= makeBatch()
      const { done } = next
      if (!running) void run()
      return done
    },
    pending: () => (broken ? Promise.reject(broken) : (next ?? running)?.done),
  }
}

function makeBatch(): Batch {
  let callbacks: Pick<Batch, 'resolve' | 'reject'> | undefined
  const done = new Promise<void>((resolve, reject) => (callbacks = { resolve, reject }))
  return { done, ...callbacks! }
}
