/** Several who wait for one write: each is told how the write went that holds its change. */
export interface GroupCommit {
  /** Resolves once a write that begins after this call is done; rejects when it failed. */
  commit: () => Promise<void>
  /** The same for all that was asked for up to now; undefined when all of it is written. */
  pending: () => Promise<void> | undefined
}

type Batch = {
  done: Promise<void>
  resolve: () => void
  reject: (error: unknown) => void
}

const NOT_TAKEN_BACK = 'it could not be taken back in memory either: start the sandbox again'

/**
 * Writes one at a time; all who come while one runs share the next, so none starves. When a write
 * fails, `rollBack` takes back everything that is not written, and all who wait are told: those of
 * the failed write, and those whose changes were made on top of it. When that fails too, no write
 * follows.
 */
export function makeGroupCommit(write: () => Promise<void>, rollBack: () => void): GroupCommit {
  let running: Batch | undefined
  let next: Batch | undefined
  let broken: Error | undefined

  async function run(): Promise<void> {
    while ((running = takeNext())) {
      try {
        await write()
        running.resolve()
      } catch (error) {
        const reason = takeBack(error)
        running.reject(reason)
        takeNext()?.reject(reason)
      }
    }
  }

  /** What those who wait are told. */
  function takeBack(error: unknown): unknown {
    try {
      rollBack()
      return error
    } catch (cause) {
      // What is in memory was told to have failed: it must not be written with the next change.
      broken = new AggregateError([error, cause], `${(error as Error).message}; ${NOT_TAKEN_BACK}`)
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
  let settle: Pick<Batch, 'resolve' | 'reject'> | undefined
  const done = new Promise<void>((resolve, reject) => (settle = { resolve, reject }))
  return { done, ...settle! }
}
