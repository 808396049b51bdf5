import type { StoreOptions } from '../../../src/node/store/store.ts'

/**
 * Opens a file as a process of another machine does. It cannot know whether the owner of the lock is alive, so it takes
 * over a lock that was not touched for `staleMs`: here any lock, as if its owner had been stopped for a long time.
 */
export function takeOver(staleMs = -Infinity, host = 'another-machine'): StoreOptions {
  return { lockTimes: { staleMs, touchMs: 1_000_000 }, self: { pid: process.pid, host } }
}

/** The message to the former owner. */
export const TAKEN = `pid ${process.pid} on "another-machine" took it over`
