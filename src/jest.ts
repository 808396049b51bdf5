import { openRunSandbox, type RunSandbox } from './library/run-sandbox.ts'

let running: RunSandbox | undefined

/**
 * `alias-sandbox/jest` as Jest's `globalSetup`: one sandbox for all test files of a run, which find it
 * by `ALIAS_SANDBOX_URL`. `alias-sandbox/jest/teardown` ends it.
 */
export async function setup(): Promise<void> {
  running ??= await openRunSandbox()
}

/** Ends what `setup` has started. */
export async function teardown(): Promise<void> {
  await running?.close()
  running = undefined
}
