import type { Fetch } from './client-options.ts'

// Compiled without the types of Node too: the client of the control API runs in browsers.

/** The state of an account's clock. */
type AccountClock = { nowMs: number; scale: number; isFrozen: boolean }

/** An account whose client waits in this thread. Its sandbox may be in another process. */
export type WaitingAccount = {
  /** One key for all objects that stand for the account. */
  key: string
  /** Reads the account's clock, with a request that `fetch` sends. */
  readClock(fetch: Fetch): Promise<AccountClock>
  /** Moves the account's clock to a time that the client has waited for, unless it is later already. */
  moveTo(ms: number, fetch: Fetch): Promise<void>
  /** Has a test tool replaced the timers, so that nobody else knows how long the client waits? */
  areFake(): boolean
  /** The error that says so. */
  toRefusal(): Error
  /** The context of `node:vm` in which the test runs. */
  realm: typeof globalThis
}

/** The functions with which waits take no time. */
export type SkipWaits = {
  skipWaits<Result>(account: WaitingAccount, run: () => Result | Promise<Result>): Promise<Result>
  startSkipping(account: WaitingAccount): () => Promise<void>
}

type Module = { createRequire: (from: string) => (file: string) => unknown }
type MaybeNode = { process?: { getBuiltinModule?: (name: string) => Module | undefined } }

/**
 * Undefined where the program does not run on Node. It is one file for all contexts of a process, and must be loaded
 * while the timers are Node's own.
 */
export function loadSkipWaits(): SkipWaits | undefined {
  const { process } = globalThis as MaybeNode
  const node = process?.getBuiltinModule?.('node:module')
  // This module is in the sources, in the compiled output, or in the bundle.
  const root = import.meta.url.replace(/^(.*\/)(?:src|build|dist)\/.*/, '$1')
  return node?.createRequire(`${root}package.json`)('./dist/skip-waits.cjs') as
    SkipWaits | undefined
}
