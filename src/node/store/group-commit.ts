import { PersistenceError, type Persistence } from '../../core/persistence.ts'

/** Shares one write between several callers. Each caller learns whether the write with its change succeeded. */
type GroupCommit = Pick<Persistence, 'commit' | 'pending'>

type Batch = {
  done: Promise<void>
  resolve: () => void
  reject: (error: PersistenceError) => void
}

const NOT_UNDONE = 'the change could not be undone in memory either: restart the sandbox'

/**
 * Runs one write at a time. All calls that arrive during a write share the next one, so no call starves. When
 * a write fails, `rollBack` undoes everything that is not written, and all waiting calls are rejected: those
 * of the failed write and those whose changes build on it. When `rollBack` fails as well, nothing is written
 * any more.
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

  /** The error with which all waiting calls are rejected. */
  function undo(error: unknown): PersistenceError {
    const { message } = error as Error
    try {
      rollBack()
      if (error instanceof PersistenceError) return error
      return new PersistenceError(message, { cause: error })
    } catch (failure) {
      // Memory contains changes that were reported as failed; the next write must not store them.
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
