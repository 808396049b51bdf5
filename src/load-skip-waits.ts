import type { Fetch } from './client/client-options.ts'

// Compiled without the types of Node too: the client of the control API runs in browsers.

/** How far time has jumped, and how much has passed since the jump before, both in milliseconds. */
export type Jump = { jumpMs: number; passedMs: number }

/** An account whose client waits in this thread. Its sandbox may be in another process. */
export type WaitingAccount = {
  /** The URL of the sandbox. */
  url: string
  /** Moves the account's clock, with requests that `fetch` sends. */
  follow(jump: Jump, fetch: Fetch): Promise<void>
  /** How many calls of the control API wait for something that the client is to do. */
  watching(): number
  /** @throws when a test tool has replaced the timers: then nobody knows how long the client waits. */
  refuseFakes(): void
  /** The context of `node:vm` in which the test runs. */
  realm: typeof globalThis
}

/** What lets waits take no time. */
export type SkipWaits = {
  skipWaits<Result>(account: WaitingAccount, run: () => Result | Promise<Result>): Promise<Result>
  startSkipping(account: WaitingAccount): () => Promise<void>
}

type Module = { createRequire: (from: string) => (file: string) => unknown }
type MaybeNode = { process?: { getBuiltinModule?: (name: string) => Module | undefined } }

/** Undefined where the program does not run on Node. It is one file for all contexts of a process. */
export function loadSkipWaits(): SkipWaits | undefined {
  const { process } = globalThis as MaybeNode
  const node = process?.getBuiltinModule?.('node:module')
  return node?.createRequire(import.meta.url)('../dist/skip-waits.cjs') as SkipWaits | undefined
}
